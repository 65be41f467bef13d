// Slider, search, focus, choosing and keys.

const search = document.getElementById("search");
const bound = document.getElementById("bound");
const focusButton = document.getElementById("focus");

function choose(nodes) {
  state.chosen = nodes;
  if (state.focus !== null && nodes.length && !nodes.includes(state.focus)) {
    state.focus = nodes[nodes.length - 1];
    draw();
    fit();
  }
  drawChoice();
  explain();
  if (nodes.length === 2) reveal(nodes);
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
  sayChange(words, edgesOf(current()).length);
  listEdges();
  draw();
  if (state.focus !== null) fit();
  explain();
}

const counted = (n) => (n === 1 ? "1 edge" : `${n.toLocaleString("en-US")} edges`);

function sayChange(k, count) {
  const line = document.getElementById("change");
  line.textContent = changeWords(k, count);
  if (isDense(count)) element("span", " Choose a variable to see only its edges.", line, "screen");
}

function changeWords(k, count) {
  if (state.view === "sure") return sureWords(count);
  if (state.level === 0) return `k = ${k}: ${counted(count)}.`;
  const before = levels()[state.level - 1];
  const { gone, changed, added } = differences(before, current());
  const parts = [`${counted(gone.length)} gone`, `${changed.length} drawn differently (shaded)`];
  if (added.length) parts.push(`${added.length} new`);
  const what = gone.length || changed.length || added.length ? parts.join(", ") : "no change";
  return `k = ${k}: ${counted(count)}. From k = ${before.k} to k = ${k}: ${what}.`;
}

function sureWords(count) {
  const { k } = current();
  const graphOf = k === null ? "essential graph" : `${k}-essential graph`;
  const hidden = current().edges.length - count;
  const rest = hidden ? `; ${counted(hidden)} less probable than ${percentOf(state.least)} hidden` : "";
  return `${counted(count)} of the ${graphOf}, the thicker the surer${rest}.`;
}

const percentOf = (share) => `${Math.round(100 * share)} %`;

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

// ---- the list of edges below ----

const edgeList = document.getElementById("edge-list");
const MOST_LISTED = 1000; // as in sepset/report/tables.py, which writes the list that the page begins with
const inList = () => `${state.view} ${state.level} ${state.least}`;
let listed = inList();

function listEdges() {
  if (listed === inList()) return;
  listed = inList();
  const edges = edgesOf(current());
  const cut = edges.length > MOST_LISTED ? `; ${counted(MOST_LISTED)} are listed` : "";
  document.getElementById("edge-count").textContent = `${counted(edges.length)} at k = ${boundWords(current())}${cut}.`;
  edgeList.replaceChildren();
  for (const [a, pattern, b, status, probability] of inOrder(edges).slice(0, MOST_LISTED)) {
    const doubt = status === "contradicted" ? " contradicted" : "";
    const button = element("button", undefined, element("li", undefined, edgeList), `pair${doubt}`);
    button.type = "button";
    button.dataset.pairOf = `${a},${b}`;
    edgeWords(a, pattern, b, button);
    if (probability !== undefined) element("span", ` ${percent(probability)}`, button, "share");
  }
}

edgeList.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pair-of]");
  if (!button) return;
  choose(button.dataset.pairOf.split(",").map(Number));
  graph.scrollIntoView({ block: "center" });
});

// ---- focus ----

function setFocus(node) {
  state.focus = node;
  focusButton.setAttribute("aria-pressed", node !== null);
  if (node !== null && !state.chosen.length) state.chosen = [node];
  draw();
  frame();
  fit();
  explain();
}

function toggleFocus() {
  if (state.focus !== null) setFocus(null);
  else if (state.chosen.length) setFocus(state.chosen[state.chosen.length - 1]);
  else document.getElementById("matches").textContent = "choose a variable first";
}

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
  if (state.chosen.length === 1 && state.focus === null) lookAt(node);
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
  Escape: () => {
    if (state.focus !== null) setFocus(null);
    choose([]);
  },
};

document.addEventListener("keydown", (event) => {
  const writing = event.target === search && event.key !== "Escape";
  if (writing || event.ctrlKey || event.metaKey || event.altKey || !(event.key in KEYS)) return;
  KEYS[event.key]();
  event.preventDefault();
});

// ---- start ----

views.hidden = !data.sure;
bound.addEventListener("input", () => setLevel(Number(bound.value)));
focusButton.addEventListener("click", toggleFocus);
document.getElementById("closer").addEventListener("click", () => zoom(1.25));
document.getElementById("farther").addEventListener("click", () => zoom(0.8));
document.getElementById("fit").addEventListener("click", fit);
for (const name of names) document.getElementById("names").appendChild(new Option("", name));
setTabStop(state.tabStop);
document.getElementById("least-value").textContent = percentOf(state.least);
showView(state.view);
frame();
fit();
