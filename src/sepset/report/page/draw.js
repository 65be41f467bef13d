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

// Where nodes stand now, and whether a node stands where the layout put it.
function places() {
  const override = state.focus === null ? state.moved : focusPlaces(state.focus, current());
  const placed = boxes.map((box, node) => ({ ...box, ...override.get(node) }));
  const shown = (node) => state.focus === null || override.has(node);
  const still = (node) => state.focus === null && !override.has(node);
  return { placed, shown, still };
}

const nodeElements = names.map((name, node) => {
  const { width, height, label } = boxes[node];
  const group = shape("g", { class: "node", tabindex: -1, role: "button", "data-node": node }, nodeLayer);
  group.setAttribute("aria-label", name);
  shape("title", {}, group).textContent = name;
  shape("rect", { x: -width / 2, y: -height / 2, width, height, rx: 6 }, group);
  const text = shape("text", {}, group);
  text.textContent = label;
  // A font wider than expected is squeezed rather than let out of its box.
  if (text.getComputedTextLength() > width - 10) {
    text.setAttribute("textLength", width - 10);
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return group;
});

// One node at a time can be reached with Tab.
function setTabStop(node) {
  nodeElements[state.tabStop]?.setAttribute("tabindex", -1);
  nodeElements[node]?.setAttribute("tabindex", 0);
  state.tabStop = node;
}

// The edges of a level that are shown, each with its stroke.
function strokesOf(level, { placed, shown, still }) {
  const edges = edgesOf(level).filter(([a, , b]) => shown(a) && shown(b));
  const ports = portsOf(edges, placed, still);
  return edges.map((edge) => [edge, strokeOf(edge, ports, placed, still)]);
}

function draw() {
  const where = places();
  const { placed, shown } = where;
  const edges = strokesOf(current(), where);
  const changed = changedPairs();
  edgeLayer.replaceChildren();
  for (const [edge, stroke] of edges) drawEdge(edge, stroke, changed);
  nodeElements.forEach((group, node) => {
    const { x, y, height } = placed[node];
    const rect = group.querySelector("rect");
    rect.setAttribute("y", -height / 2);
    rect.setAttribute("height", height);
    group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    group.classList.toggle("away", !shown(node));
  });
  if (!shown(state.tabStop)) setTabStop(state.focus);
  graph.classList.toggle("dense", isDense(edges.length));
  drawChoice();
}

// As thick as it is probable, as in sepset/drawing/diagram.py.
const weightOf = (probability) => (0.5 + 1.3 * probability).toFixed(2);

const isDense = (count) => count > 2.5 * names.length && count > 60;

function changedPairs() {
  if (state.level === 0 || state.view === "sure") return new Set();
  const { changed, added } = differences(levels()[state.level - 1], current());
  return new Set([...changed.map(([, now]) => now), ...added].map(([a, , b]) => key(a, b)));
}

function drawEdge([a, pattern, b, , status, probability], stroke, changed) {
  const pair = key(a, b);
  const group = shape("g", { class: `edge ${status}`, "data-pair": pair }, edgeLayer);
  if (changed.has(pair)) group.classList.add("changed");
  if (state.focus !== null && a !== state.focus && b !== state.focus) group.classList.add("aside");
  const sure = probability === undefined ? "" : `: ${percent(probability)}`;
  shape("title", {}, group).textContent = `${names[a]} ${pattern} ${names[b]}${sure}`;
  const path = pathOf(stroke);
  shape("path", { class: "hit", d: path }, group);
  const line = shape("path", { class: "line", d: path }, group);
  if (probability !== undefined) line.style.setProperty("--weight", weightOf(probability));
  for (const end of stroke.ends) {
    if (end.mark === "o") {
      shape("circle", { class: "ring", cx: end.at.x + end.side * RING, cy: end.at.y, r: RING - 0.8 }, group);
    } else if (end.mark !== "-") {
      shape("path", { class: "arrowhead", d: arrowPath(end) }, group);
    }
  }
}

// Marks what is chosen and found, without drawing anew.
function drawChoice() {
  const { chosen, found } = state;
  const near = new Set(chosen);
  if (chosen.length === 1) current().beside[chosen[0]].forEach((other) => near.add(other));
  graph.classList.toggle("some", chosen.length > 0 && state.focus === null);
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
}
