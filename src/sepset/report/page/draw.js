// The drawing: nodes once, edges whenever k, a place or the choice changes.

const SVG = "http://www.w3.org/2000/svg";
const graph = document.getElementById("graph");
const edgeLayer = document.getElementById("edges");
const nodeLayer = document.getElementById("nodes");

function shape(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.appendChild(element);
  return element;
}

// Where nodes stand now: by the layout of the whole graph, or arranged among those that are shown.
function places() {
  const { boxes, bends } = state.shown === null ? LAYOUTS[state.down ? "down" : "right"] : arranged();
  const placed = names.map((_, node) => ({ ...(boxes[node] || LAYOUTS.right.boxes[node]), ...state.moved.get(node) }));
  const shown = (node) => state.shown === null || state.shown.has(node);
  const still = (node) => !state.moved.has(node);
  return { placed, shown, still, bends, down: state.down };
}

let arrangement = { of: null }; // what was arranged last, since places are asked for often

function arranged() {
  const nodes = [...state.shown].sort((p, q) => p - q);
  const of = `${nodes} ${state.view} ${state.level} ${state.down}`;
  if (arrangement.of !== of) {
    const edges = current().edges.filter(([a, , b]) => state.shown.has(a) && state.shown.has(b));
    const { boxes, bends } = arrange(nodes, edges, state.down);
    arrangement = { of, boxes: Object.fromEntries(boxes), bends };
  }
  return arrangement;
}

const nodeElements = names.map((name, node) => {
  const group = shape("g", { class: "node", tabindex: -1, role: "button", "data-node": node }, nodeLayer);
  group.setAttribute("aria-label", name);
  shape("title", {}, group).textContent = name;
  shape("rect", { rx: 6 }, group);
  shape("text", {}, group).textContent = data.labels[node];
  return group;
});

// A font wider than expected is squeezed rather than let out of its box. All are measured before one is changed.
const written_ = nodeElements.map((group) => group.querySelector("text").getComputedTextLength());
written_.forEach((length, node) => {
  const room = LAYOUTS.right.boxes[node].width - 10;
  if (length <= room) return;
  const text = nodeElements[node].querySelector("text");
  text.setAttribute("textLength", room);
  text.setAttribute("lengthAdjust", "spacingAndGlyphs");
});

// One node at a time can be reached with Tab.
function setTabStop(node) {
  nodeElements[state.tabStop]?.setAttribute("tabindex", -1);
  nodeElements[node]?.setAttribute("tabindex", 0);
  state.tabStop = node;
}

// The edges of a level that are shown, each with its stroke.
function strokesOf(level, where) {
  const edges = edgesOf(level).filter(([a, , b]) => where.shown(a) && where.shown(b));
  const strokes = strokesBetween(edges, where);
  return edges.map((edge, i) => [edge, strokes[i]]);
}

function draw() {
  if (state.mode === "matrix") drawMatrix();
  else drawGraph();
  drawChoice();
  showKey();
}

function drawGraph() {
  const where = places();
  const { placed, shown } = where;
  const edges = strokesOf(current(), where);
  const changed = changedPairs();
  edgeLayer.replaceChildren();
  graph.classList.toggle("dense", isDense(edges.length));
  const groups = edges.map(([edge, stroke]) => drawEdge(edge, stroke, changed));
  drawNotes(edges, groups, placed.filter((_, node) => shown(node)));
  nodeElements.forEach((group, node) => {
    const { x, y, width, height } = placed[node];
    group.classList.toggle("away", !shown(node));
    if (!shown(node)) return;
    const rect = group.querySelector("rect");
    for (const [name, value] of Object.entries({ x: -width / 2, y: -height / 2, width, height })) rect.setAttribute(name, value);
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  });
  if (!shown(state.tabStop)) setTabStop([...state.shown][0]);
}

const isDense = (count) => count > 2.5 * countShown() && count > 60;

function changedPairs() {
  if (!state.stepped || state.level === 0 || state.view === "sure") return new Set();
  const { changed, added } = differences(levels()[state.level - 1], current());
  return new Set([...changed.map(([, now]) => now), ...added].map(([a, , b]) => key(a, b)));
}

// Three weights: by the probability of the link, or by the evidence for it; 0 where neither is known.
function weightOf(edge) {
  const { linked, p } = readEdge(edge);
  if (linked !== undefined) return 3 - stepOf(limits.least_linked, (least) => linked >= least) || "thin";
  return p === undefined ? 0 : 3 - stepOf(limits.p_below, (below) => p < below);
}

// The place of the first step that an edge reaches; after the last one if it reaches none.
function stepOf(steps, reached) {
  const place = steps.findIndex(reached);
  return place < 0 ? steps.length : place;
}

// What is said about an edge in a few words, for those who point at it.
function wordsOf(edge) {
  const [a, pattern, b] = edge;
  const read = readEdge(edge);
  const { status, exactly, linked, p } = read;
  const sure = linked !== undefined ? `: link ${percent(linked)}, these ends ${percent(exactly)}` : p !== undefined ? `: ${evidenceWords(read)}` : "";
  return `${names[a]} ${pattern} ${names[b]}${sure}${status === "contradicted" ? "; other tests contradict it" : ""}`;
}

// Heads are hollow where the ends are not to be built on: too improbable, or on a link of weak evidence.
const isHollow = ([a, , b, , , exactly]) => (exactly !== undefined ? exactly < limits.hollow_below : state.level === levels().length - 1 && weak.has(key(a, b)));

const disputed = new Set((data.sure?.disagreements || []).map(([a, , b]) => key(a, b)));
function drawEdge(edge, stroke, changed) {
  const [a, , b, , status] = edge;
  const pair = key(a, b);
  const group = shape("g", { class: `edge ${status} weight${weightOf(edge)}`, "data-pair": pair }, edgeLayer);
  if (changed.has(pair)) group.classList.add("changed");
  if (isHollow(edge)) group.classList.add("hollow");
  shape("title", {}, group).textContent = wordsOf(edge);
  const path = pathOf(stroke);
  shape("path", { class: "hit", d: path }, group);
  shape("path", { class: "line", d: path }, group);
  for (const end of stroke.ends) {
    if (end.mark === "o") {
      const { x, y } = fromEnd(end, RING);
      shape("circle", { class: "ring", cx: x.toFixed(1), cy: y.toFixed(1), r: RING - 0.8 }, group);
    } else if (end.mark !== "-") {
      shape("path", { class: "arrowhead", d: arrowPath(end) }, group);
    }
  }
  if (status === "contradicted" || (state.view === "sure" && disputed.has(pair))) strike(middleOf(stroke), group);
  return group;
}

function middleOf({ curves }) {
  const long = ([p, , , q]) => Math.hypot(q.x - p.x, q.y - p.y);
  return pointOn(curves.reduce((best, curve) => (long(curve) > long(best) ? curve : best)), 0.5);
}

// The mark of an edge that other tests contradict.
function strike({ x, y }, group) {
  shape("path", { class: "strike", d: `M${(x - 4).toFixed(1)},${(y - 7).toFixed(1)}l8,14` }, group);
}

// Marks what is chosen and found, without drawing anew.
function drawChoice() {
  const { chosen, found } = state;
  const near = new Set(chosen);
  if (chosen.length === 1) current().beside[chosen[0]].forEach((other) => near.add(other));
  graph.classList.toggle("some", chosen.length > 0);
  nodeElements.forEach((group, node) => {
    group.classList.toggle("chosen", chosen.includes(node));
    group.classList.toggle("near", near.has(node));
    group.classList.toggle("match", found.includes(node));
    group.setAttribute("aria-pressed", chosen.includes(node));
  });
  const pair = chosen.length === 2 ? key(...chosen) : null;
  for (const group of edgeLayer.children) {
    const [a, b] = group.dataset.pair.split(",").map(Number);
    const touched = pair ? group.dataset.pair === pair : chosen.includes(a) || chosen.includes(b);
    group.classList.toggle("near", touched);
    group.classList.toggle("chosen", group.dataset.pair === pair);
  }
  if (state.mode === "matrix") markCells();
}

// Shows of the legend what the drawing has.
function showKey() {
  const { shown } = places();
  const drawn = edgesOf(current()).filter(([a, , b]) => shown(a) && shown(b)), edges = drawn.map(readEdge);
  const marks = new Set(edges.map(({ pattern }) => pattern)), kinds = new Set(edges.map(({ status }) => `${state.view} ${status}`));
  for (const item of document.querySelectorAll("#key li")) {
    const { mark, line, weight, hollow } = item.dataset;
    const weighed = weight === state.view && (weight === "sure" || edges.some(({ p }) => p !== undefined));
    const open = hollow === state.view && drawn.some(isHollow);
    item.hidden = !((mark && marks.has(mark)) || (line && kinds.has(line)) || weighed || open);
  }
}
