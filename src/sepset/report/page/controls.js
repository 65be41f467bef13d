// Slider, search, what is shown, choosing and keys.

const search = document.getElementById("search");
const bound = document.getElementById("bound");
const focusButton = document.getElementById("focus");
let reading = false; // while the page sets itself up, by itself or from its address

function choose(nodes) {
  const known = state.chosen.join();
  state.chosen = nodes;
  if (state.focus !== null && nodes.length && !nodes.includes(state.focus)) {
    state.focus = nodes[nodes.length - 1];
    setShown(withNeighbours(state.focus));
  } else if (state.shown !== null && nodes.some((node) => !state.shown.has(node))) {
    const alone = nodes.length === 1;
    setShown(alone ? withNeighbours(nodes[0]) : new Set([...state.shown, ...nodes]));
  }
  drawChoice();
  explain();
  if (nodes.length === 2 && nodes.join() !== known && state.mode === "graph") reveal(nodes);
  writeAddress();
}

// Adds a node to the choice or takes it away; a third one begins a new choice.
function toggle(node) {
  const { chosen } = state;
  if (chosen.includes(node)) choose(chosen.filter((other) => other !== node));
  else choose(chosen.length === 2 ? [node] : [...chosen, node]);
}

function setLevel(level) {
  state.level = level;
  const words = boundWords(current());
  bound.value = level;
  bound.setAttribute("aria-valuetext", `k = ${words}`);
  document.getElementById("bound-value").textContent = words;
  listEdges();
  // What is joined with nearly everything is no drawing: a matrix is.
  setMode(state.mode, false);
  draw();
  if (state.shown !== null) refit();
  sayChange(words, edgesOf(current()).length);
  explain();
  writeAddress();
}

// Every button of a pair, wherever it stands, chooses it.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pair-of]");
  if (!button) return;
  choose(button.dataset.pairOf.split(",").map(Number));
  if (!panel.contains(button)) document.querySelector(".stage").scrollIntoView({ block: "nearest" });
});

// A link within the page leaves the address alone, which says what is seen; and a frame may have none.
document.addEventListener("click", (event) => {
  const place = document.getElementById(event.target.closest("a[href^='#']")?.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView();
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
});

function sayChange(k, count) {
  const line = document.getElementById("change");
  line.textContent = changeWords(k, count);
  if (state.shown !== null) {
    const how = state.focus === null ? ", around the one with most links that no test contradicts" : "";
    element("span", ` Shown: ${state.shown.size} of ${names.length} variables${how}.`, line);
    element("span", " Find a variable, grow from here, or show the whole graph.", line, "screen");
  } else if (isDense(count)) {
    element("span", " Choose a variable to see only its edges.", line, "screen");
  }
}

function changeWords(k, count) {
  if (state.view === "sure") return sureWords(count);
  if (state.level === 0 || !state.stepped) return `k = ${k}: ${counted(count)}.`;
  const before = levels()[state.level - 1];
  const { gone, changed, added } = differences(before, current());
  const parts = [`${counted(gone.length)} gone`, `${changed.length} drawn differently (shaded)`];
  if (added.length) parts.push(`${added.length} new`);
  const what = gone.length || changed.length || added.length ? parts.join(", ") : "no change";
  return `k = ${k}: ${counted(count)}. From k = ${before.k} to k = ${k}: ${what}.`;
}

// ---- the two views, and the least probability that is drawn ----

const views = document.getElementById("views");
const least = document.getElementById("least");

function showView(view) {
  const { k } = current();
  state.view = view;
  for (const button of views.querySelectorAll("button")) button.setAttribute("aria-pressed", button.dataset.view === view);
  document.getElementById("least-label").hidden = view !== "sure";
  bound.max = levels().length - 1;
  bound.disabled = levels().length < 2;
  const same = levels().findIndex((level) => level.k === k);
  setLevel(same < 0 ? levels().length - 1 : same);
}

function setLeast(share) {
  state.least = share;
  document.getElementById("least-value").textContent = percentOf(share);
  least.setAttribute("aria-valuetext", percentOf(share));
  setLevel(state.level);
}

views.addEventListener("click", (event) => {
  const button = event.target.closest("[data-view]");
  if (button) showView(button.dataset.view);
});
least.addEventListener("input", () => setLeast(Number(least.value) / 100));

// ---- what is shown: all, the surest part, or a neighbourhood ----

const wholeButton = document.getElementById("whole");
const withNeighbours = (node) => new Set([node, ...current().beside[node]]);

function setShown(nodes) {
  state.shown = nodes !== null && nodes.size >= names.length ? null : nodes;
  state.moved.clear();
  wholeButton.hidden = state.shown === null;
  focusButton.setAttribute("aria-pressed", state.focus !== null);
  turn();
  // What is joined with nearly everything is a matrix, also when more of it is shown.
  setMode(state.mode, false);
  draw();
  frame();
  fit();
  sayChange(boundWords(current()), edgesOf(current()).length);
  writeAddress();
}

let beforeFocus = null; // what was shown before a variable was focused on

function setFocus(node) {
  if (state.focus === null) beforeFocus = state.shown;
  state.focus = node;
  if (node !== null && !state.chosen.length) state.chosen = [node];
  setMode("graph");
  setShown(node === null ? beforeFocus : withNeighbours(node));
  explain();
  writeAddress();
}

function toggleFocus() {
  if (state.focus !== null) setFocus(null);
  else if (state.chosen.length) setFocus(state.chosen[state.chosen.length - 1]);
  else document.getElementById("matches").textContent = "choose a variable first";
}

// Adds the neighbours of what is chosen; with nothing chosen, of all that is shown.
function grow() {
  const from = state.chosen.length ? state.chosen : [...(state.shown || [])];
  if (!from.length) {
    document.getElementById("matches").textContent = "choose a variable first";
    return;
  }
  state.focus = null;
  setMode("graph");
  setShown(new Set([...(state.shown || []), ...from, ...from.flatMap((node) => current().beside[node])]));
}

function showWhole() {
  state.focus = null;
  setMode("graph");
  setShown(null);
}

// What is large opens on its surest part.
function opening() {
  const narrow = pixels().width < NARROW;
  if (names.length <= (narrow ? FEW : MANY)) return null;
  return core(current(), narrow ? 8 : 20);
}

// ---- graph or matrix ----

const modes = document.getElementById("modes");
// Edges a variable, from which on no drawing of many variables can be read; of a part, fewer.
const crowd = () => (state.shown === null ? 4.5 : 3.5);
const isCrowd = () => {
  const { shown } = places();
  const count = edgesOf(current()).filter(([a, , b]) => shown(a) && shown(b)).length;
  return names.length > 20 && count > crowd() * countShown();
};
let crowded = false; // whether the matrix is there because of a crowd, and goes with it

function setMode(mode, asked = true) {
  if (!asked && mode === "graph" && isCrowd()) [mode, crowded] = ["matrix", true];
  else if (!asked && mode === "matrix" && crowded && !isCrowd()) [mode, crowded] = ["graph", false];
  else if (asked) crowded = false;
  if (mode === state.mode) return;
  state.mode = mode;
  for (const button of modes.querySelectorAll("button")) button.setAttribute("aria-pressed", button.dataset.mode === mode);
  graph.toggleAttribute("hidden", mode === "matrix");
  matrix.hidden = mode === "graph";
  for (const id of ["closer", "farther", "fit"]) document.getElementById(id).disabled = mode === "matrix";
  draw();
  if (mode === "graph") refit();
  if (asked) writeAddress();
}

modes.addEventListener("click", (event) => {
  const button = event.target.closest("[data-mode]");
  if (button) setMode(button.dataset.mode);
});

// ---- pointing at something: by the mouse or by keys, in the drawing, the matrix or the tables ----

const told = document.getElementById("told");

function tell(nodes) {
  const pair = nodes.length === 2 ? key(...nodes) : null;
  const edge = pair && current().byPair.get(pair);
  if (nodes.length === 1) told.textContent = `${names[nodes[0]]}: ${counted(current().beside[nodes[0]].length)}`;
  else if (edge) told.textContent = wordsOf(edge);
  else told.textContent = nodes.length === 2 && nodes[0] !== nodes[1] ? `${names[nodes[0]]} and ${names[nodes[1]]}: no edge` : "";
  for (const group of edgeLayer.children) group.classList.toggle("pointed", group.dataset.pair === pair);
  nodeElements.forEach((group, node) => group.classList.toggle("pointed", nodes.includes(node)));
}

function pointedAt(target) {
  const pair = target.closest?.("[data-pair-of], .edge[data-pair], .cell");
  if (pair) return (pair.dataset.pairOf || pair.dataset.cell || pair.dataset.pair).split(",").map(Number);
  const node = target.closest?.(".node[data-node]");
  return node ? [Number(node.dataset.node)] : null;
}

for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const nodes = pointedAt(event.target);
    if (nodes) tell(nodes);
  });
}
graph.addEventListener("pointerleave", () => tell([]));

// ---- search ----

// Nodes whose name holds the text: the same name first, then names that begin with it.
function matches(text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const rank = (name) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3);
  return names
    .map((name, node) => [rank(name.toLowerCase()), node])
    .filter(([place]) => place < 3)
    .sort((p, q) => p[0] - q[0] || p[1] - q[1])
    .map(([, node]) => node);
}

search.addEventListener("input", () => {
  state.found = matches(search.value);
  const count = state.found.length;
  const words = count === 1 ? "1 variable" : `${count} variables`;
  document.getElementById("matches").textContent = search.value.trim() ? words : "";
  drawChoice();
});

search.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !state.found.length) return;
  const node = state.found[0];
  state.found = [];
  search.value = "";
  document.getElementById("matches").textContent = "";
  if (!state.chosen.includes(node)) toggle(node);
  else drawChoice();
  setTabStop(node);
  if (state.mode === "matrix") return;
  if (state.chosen.length === 1 && state.shown === null) lookAt(node);
  else reveal([node]);
});

// ---- pointer ----

graph.addEventListener("click", (event) => {
  if (dragged) return;
  const node = event.target.closest(".node");
  const edge = event.target.closest(".edge");
  if (node) {
    rove(Number(node.dataset.node));
    toggle(Number(node.dataset.node));
  } else if (edge) {
    choose(edge.dataset.pair.split(",").map(Number));
  } else if (state.chosen.length) {
    choose([]);
  }
});

// ---- keys ----

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function rove(node) {
  setTabStop(node);
  nodeElements[node].focus({ preventScroll: true });
}

// Shows the node that keys have led to; a browser that scrolls to it knows nothing of the view.
function follow(node) {
  reveal([node]);
  graph.scrollIntoView({ block: "nearest" });
}

// On the document, since a drawing that listens to focus is a stop for Tab itself in some browsers.
document.addEventListener("focusin", (event) => {
  const group = event.target.closest(".node");
  if (group && group.matches(":focus-visible")) follow(Number(group.dataset.node));
});

// The nearest node in a direction; sideways distance counts double.
function nearest(node, [dx, dy]) {
  const { placed, shown } = places();
  let best = null, least = Infinity;
  placed.forEach((box, other) => {
    const x = box.x - placed[node].x, y = box.y - placed[node].y;
    const along = x * dx + y * dy;
    const cost = along + 2 * Math.abs(x * dy + y * dx);
    if (other === node || !shown(other) || along <= 1 || cost >= least) return;
    [best, least] = [other, cost];
  });
  return best;
}

graph.addEventListener("keydown", (event) => {
  const group = event.target.closest(".node");
  if (!group) return;
  const node = Number(group.dataset.node);
  if (event.key in ARROWS) {
    const next = nearest(node, ARROWS[event.key]);
    if (next !== null) {
      rove(next);
      follow(next);
    }
    event.preventDefault();
  } else if (event.key === "Enter" || event.key === " ") {
    toggle(node);
    event.preventDefault();
  } else if ((event.key === "f" || event.key === "F") && state.focus === null && !state.chosen.includes(node)) {
    choose([node]);
  }
});

const KEYS = {
  "+": () => zoom(1.25),
  "=": () => zoom(1.25),
  "-": () => zoom(0.8),
  0: fit,
  f: toggleFocus,
  F: toggleFocus,
  "/": () => search.focus(),
  g: grow,
  G: grow,
  m: () => setMode(state.mode === "graph" ? "matrix" : "graph"),
  M: () => setMode(state.mode === "graph" ? "matrix" : "graph"),
  w: showWhole,
  W: showWhole,
  Escape: () => {
    if (state.focus !== null) setFocus(null);
    choose([]);
  },
};

document.addEventListener("keydown", (event) => {
  const writing = event.target.matches("input[type=search]") && event.key !== "Escape";
  if (writing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  KEYS[event.key]();
  event.preventDefault();
});

// ---- start ----

views.hidden = !data.sure || !data.levels.length;
bound.addEventListener("input", () => {
  state.stepped = true;
  setLevel(Number(bound.value));
});
focusButton.addEventListener("click", toggleFocus);
document.getElementById("grow").addEventListener("click", grow);
wholeButton.addEventListener("click", showWhole);
document.getElementById("closer").addEventListener("click", () => zoom(1.25));
document.getElementById("farther").addEventListener("click", () => zoom(0.8));
document.getElementById("fit").addEventListener("click", fit);
for (const name of names) document.getElementById("names").appendChild(new Option("", name));
setTabStop(state.tabStop);
document.getElementById("least-value").textContent = percentOf(state.least);
state.shown = names.length ? opening() : null;
wholeButton.hidden = state.shown === null;
turn();
reading = true; // the address stays as it is until the reader does something
showView(state.view);
reading = false;
frame();
fit();
