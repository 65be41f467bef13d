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
  button.dataset.pairOf = `${a},${b}`;
  return button;
}

// What is said about a pair at a level; most pairs without an edge need only their separation.
function linesOf(level, a, b) {
  const pair = key(a, b);
  const lines = level.byPair.get(pair)?.[3] || level.more.get(pair);
  if (lines) return lines;
  const [low, high, given, p] = separationOf(a, b);
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
  if (state.view === "sure") {
    chances(level, a, b);
    const tests = data.levels.find(({ k }) => k === level.k) || data.levels.at(-1);
    if (tests) element("h3", "What small tests say", panel);
    if (tests) testsSay(tests, a, b);
  } else {
    testsSay(level, a, b);
  }
  history(a, b);
}

function testsSay(level, a, b) {
  const edge = level.byPair.get(key(a, b));
  element("p", `at k = ${level.k}`, panel, "quiet");
  reasons(linesOf(level, a, b), edge && edge[4]);
}

function reasons(lines, status) {
  const list = element("ul", undefined, panel, "reasons");
  let details = null;
  for (const line of lines) {
    const [shown] = data.templates[line[0]];
    if (shown === "details" && !details) details = openDetails();
    const kind = shown === "summary" && status ? `summary ${status}` : shown;
    phrase(line, element("p", undefined, element("li", undefined, shown === "details" ? details : list, kind)));
  }
}

const KINDS = { "no edge": "none", "-->": "right", "<--": "left", "---": "tails", "<->": "arrows" };

// How probable each kind of edge is: a bar, the same in words, and what speaks for it.
function chances(level, a, b) {
  const known = level.chances.get(key(a, b));
  element("p", chancesOf(level), panel, "quiet");
  const shares = known ? known.shares : [["no edge", 1]];
  const bar = shape("svg", { class: "chances", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, panel);
  const list = element("ul", undefined, panel, "changes");
  let from = 0;
  for (const [pattern, probability] of shares) {
    const kind = KINDS[pattern] || "circles";
    shape("rect", { class: kind, x: (100 * from).toFixed(2), y: 0, width: (100 * probability).toFixed(2), height: 6 }, bar);
    from += probability;
    const row = element("li", undefined, list);
    element("span", undefined, row, `key ${kind}`);
    if (pattern === "no edge") row.append("no edge");
    else edgeWords(known.a, pattern, known.b, row);
    element("span", ` ${percent(probability)}`, row, "share");
  }
  if (known) reasons(known.lines, certaintyOf(shares[0][1]));
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
  if (levels().length < 2) return;
  element("h3", "The same pair for every k", panel);
  const table = element("table", undefined, panel);
  for (const level of levels()) {
    const row = element("tr", undefined, table);
    const edge = level.byPair.get(key(a, b));
    element("td", `k = ${boundWords(level)}`, row);
    element("td", patternFrom(level, a, b) || "no edge", row, "arrow");
    if (edge && edge[5] !== undefined) element("td", percent(edge[5]), row, "number");
  }
}

function explainNode(node) {
  const level = current();
  element("bdi", names[node], element("h2", undefined, panel));
  const beside = [...level.beside[node]].sort((p, q) => p - q);
  const count = beside.length === 1 ? "1 edge" : `${beside.length} edges`;
  const words = element("p", `${count} at k = ${boundWords(level)}.`, panel, "quiet");
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
  else if (state.view === "sure") howSure();
  else leastCertain();
}

// With nothing chosen, the panel lists the links that need a second look; what k changed waits below.
function leastCertain() {
  const { shown } = places();
  const edges = edgesOf(current()).map(readEdge).filter(({ a, b }) => shown(a) && shown(b)).sort(byDoubt);
  element("h2", "Links, least certain first", panel);
  element("p", "Choose a row, a line, or two variables to see why.", panel, "quiet screen");
  const list = element("ul", undefined, panel, "changes");
  for (const edge of edges.slice(0, SHOWN_LINKS)) {
    const row = element("li", undefined, list);
    pairButton(edge.a, edge.pattern, edge.b, row);
    // The ends of a link that may not be there are not worth a word.
    const words = [edge.weak && edge.status !== "contradicted" ? "" : statuses[edge.status], evidenceWords(edge)];
    element("span", ` ${words.filter(Boolean).join(", ")}`, row, "quiet");
  }
  if (edges.length > SHOWN_LINKS) element("li", `and ${edges.length - SHOWN_LINKS} more in the table below`, list, "quiet");
  if (!edges.length) element("p", "No pair is linked.", panel);
  if (levels().length > 1) changeBox();
}

const SHOWN_LINKS = 12;

// Opens by itself once the reader has moved k.
function changeBox() {
  const box = element("details", undefined, panel, "changed-with-k");
  box.open = state.stepped;
  element("summary", "What changed with k", box).addEventListener("click", () => {
    state.stepped = !box.open;
    draw();
  });
  whatChanged(box);
}

// With nothing chosen, a posterior says which edges are how sure, and where tests alone disagree.
function howSure() {
  const edges = edgesOf(current()).map(readEdge).sort(byDoubt).reverse();
  for (const [certainty, title] of Object.entries(data.sure.titles)) {
    const group = edges.filter(({ status }) => status === certainty).map(({ a, pattern, b }) => [a, pattern, b]);
    listChanges(title, group, (row, a, b) => {
      row.append(` ${percent(current().byPair.get(key(a, b))[5])}`);
    });
  }
  if (!edges.length) element("p", NONE_LEFT, panel);
  const improbable = data.sure.disagreements;
  listChanges("Tests alone disagree", improbable, (row, a, b) => {
    const [, , , probability] = improbable.find(([p, , q]) => p === a && q === b);
    row.append(` ${percent(probability)}`);
  });
  element("p", data.sure.precision, panel, "quiet");
}

const SHOWN_CHANGES = 60;

// What the step to this k has changed.
function whatChanged(box) {
  const level = current();
  if (state.level === 0) {
    element("p", "At k = 0 pairs are joined when they are dependent, with nothing conditioned on.", box);
    element("p", "Move k up to see which edges larger conditioning sets remove.", box, "screen");
    return;
  }
  const before = levels()[state.level - 1];
  const { gone, changed, added } = differences(before, level);
  element("h3", `From k = ${before.k} to k = ${level.k}`, box);
  listChanges("Gone", gone.map(([a, pattern, b]) => [a, pattern, b]), (row, a, b) => {
    const separation = separationOf(a, b);
    if (separation) row.append(` independent given {${separation[2].map((node) => names[node]).join(", ")}}`);
  }, box);
  listChanges("Drawn differently", changed.map(([, [a, pattern, b]]) => [a, pattern, b]), (row, a, b) => {
    row.append(` was ${patternFrom(before, a, b)}`);
  }, box);
  listChanges("New", added.map(([a, pattern, b]) => [a, pattern, b]), () => {}, box);
  if (!gone.length && !changed.length && !added.length) element("p", "Nothing changes.", box);
}

function listChanges(title, edges, addReason, box = panel) {
  if (!edges.length) return;
  element("h3", `${title}: ${edges.length}`, box);
  const list = element("ul", undefined, box, "changes");
  for (const [a, pattern, b] of edges.slice(0, SHOWN_CHANGES)) {
    const row = element("li", undefined, list);
    pairButton(a, pattern, b, row);
    addReason(element("span", undefined, row, "quiet"), a, b);
  }
  if (edges.length > SHOWN_CHANGES) element("li", `and ${edges.length - SHOWN_CHANGES} more`, list, "quiet");
}
