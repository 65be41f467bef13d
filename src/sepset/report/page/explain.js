// The panel beside the drawing: what was found between two variables, or around one.

const panel = document.getElementById("panel");

function element(tag, text, parent, className) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  if (parent) parent.appendChild(made);
  return made;
}

// A sentence: its template's texts, and between them what fills the holes: names (numbers), lists of names, texts.
function phrase([template, ...filling], parent) {
  for (const piece of data.templates[template].slice(1)) {
    put(typeof piece === "number" ? filling[piece] : piece, parent);
  }
}

function put(value, parent) {
  if (typeof value === "string") parent.append(value);
  else [value].flat().forEach((node, i) => {
    if (i) parent.append(", ");
    element("bdi", names[node], parent);
  });
}

function edgeWords(a, pattern, b, parent) {
  element("bdi", names[a], parent);
  parent.append(" ");
  element("span", pattern, parent, "arrow");
  parent.append(" ");
  element("bdi", names[b], parent);
}

function pairButton(a, pattern, b, parent) {
  const button = element("button", undefined, parent, "pair");
  button.type = "button";
  edgeWords(a, pattern, b, button);
  button.addEventListener("click", () => choose([a, b]));
  return button;
}

// What is said about a pair at a level; most pairs without an edge need only their separation.
function linesOf(level, a, b) {
  const pair = key(a, b);
  const lines = level.byPair.get(pair)?.[3] || level.more.get(pair);
  if (lines) return lines;
  const [low, high, given, p] = separations.get(pair);
  const [empty, set] = data.separated;
  return [given.length ? [set, low, high, given, p] : [empty, low, high, p]];
}

// First what was found, then the evidence; the names of rules only for those who ask.
function explainPair(a, b) {
  const level = current();
  const edge = level.byPair.get(key(a, b));
  const title = element("h2", undefined, panel);
  if (edge) edgeWords(edge[0], edge[1], edge[2], title);
  else edgeWords(a, "no edge", b, title);
  element("p", `at k = ${level.k}`, panel, "quiet");
  const list = element("ul", undefined, panel, "reasons");
  let details = null;
  for (const line of linesOf(level, a, b)) {
    const [shown] = data.templates[line[0]];
    if (shown === "details" && !details) details = openDetails();
    const kind = shown === "summary" && edge ? `summary ${edge[4]}` : shown;
    phrase(line, element("p", undefined, element("li", undefined, shown === "details" ? details : list, kind)));
  }
  history(a, b);
}

// Opened once, details stay open for the next pair.
function openDetails() {
  const box = element("details", undefined, panel);
  box.open = state.details;
  // "toggle" comes later, perhaps after the next pair has been drawn; a click (or Enter) comes before the box opens.
  element("summary", "Details: which rule put which mark", box)
    .addEventListener("click", () => { state.details = !box.open; });
  return element("ul", undefined, box, "reasons");
}

// How the pair is drawn for every k, so that one sees when it changed.
function history(a, b) {
  if (data.levels.length < 2) return;
  element("h3", "The same pair for every k", panel);
  const table = element("table", undefined, panel);
  for (const level of data.levels) {
    const row = element("tr", undefined, table);
    element("td", `k = ${level.k}`, row);
    element("td", patternFrom(level, a, b) || "no edge", row, "arrow");
  }
}

function explainNode(node) {
  const level = current();
  element("bdi", names[node], element("h2", undefined, panel));
  const beside = [...level.beside[node]].sort((p, q) => p - q);
  const count = beside.length === 1 ? "1 edge" : `${beside.length} edges`;
  const words = element("p", `${count} at k = ${level.k}.`, panel, "quiet");
  element("span", " Choose a second variable, or one of these:", words, "screen");
  const list = element("ul", undefined, panel);
  for (const other of beside) {
    pairButton(node, patternFrom(level, node, other), other, element("li", undefined, list));
  }
}

function explain() {
  panel.replaceChildren();
  panel.classList.toggle("idle", state.chosen.length === 0);
  if (state.chosen.length === 2) explainPair(...state.chosen);
  else if (state.chosen.length === 1) explainNode(state.chosen[0]);
  else whatChanged();
}

const SHOWN_CHANGES = 60;

// With nothing chosen, the panel says what the step to this k has changed.
function whatChanged() {
  const level = current();
  if (state.level === 0) {
    element("h2", `k = ${level.k}`, panel);
    element("p", "Pairs are joined when they are dependent, with nothing conditioned on.", panel);
    element("p", data.levels.length > 1 ? "Move k up to see which edges larger conditioning sets remove." : "", panel);
    return;
  }
  const before = data.levels[state.level - 1];
  const { gone, changed, added } = differences(before, level);
  element("h2", `From k = ${before.k} to k = ${level.k}`, panel);
  listChanges("Gone", gone.map(([a, pattern, b]) => [a, pattern, b]), (row, a, b) => {
    const separation = separations.get(key(a, b));
    if (separation) row.append(` independent given {${separation[2].map((node) => names[node]).join(", ")}}`);
  });
  listChanges("Drawn differently", changed.map(([, [a, pattern, b]]) => [a, pattern, b]), (row, a, b) => {
    row.append(` was ${patternFrom(before, a, b)}`);
  });
  listChanges("New", added.map(([a, pattern, b]) => [a, pattern, b]), () => {});
  if (!gone.length && !changed.length && !added.length) element("p", "Nothing changes.", panel);
}

function listChanges(title, edges, addReason) {
  if (!edges.length) return;
  element("h3", `${title}: ${edges.length}`, panel);
  const list = element("ul", undefined, panel, "changes");
  for (const [a, pattern, b] of edges.slice(0, SHOWN_CHANGES)) {
    const row = element("li", undefined, list);
    pairButton(a, pattern, b, row);
    addReason(element("span", undefined, row, "quiet"), a, b);
  }
  if (edges.length > SHOWN_CHANGES) element("li", `and ${edges.length - SHOWN_CHANGES} more`, list, "quiet");
}
