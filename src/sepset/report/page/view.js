// Looking around: zoom, pan, drag. The view is the viewBox of the drawing.

const view = { x: 0, y: 0, width: 1, height: 1, scale: 1 };
const MARGIN = 16;
let looking = false; // whether the reader has zoomed or moved since everything was fitted in

const pixels = () => graph.getBoundingClientRect();

function setView(x, y, width, height) {
  Object.assign(view, { x, y, width, height, scale: pixels().width / width || 1 });
  graph.setAttribute("viewBox", [x, y, width, height].map((v) => v.toFixed(2)).join(" "));
}

function centre({ x, y }, scale) {
  const width = pixels().width / scale, height = pixels().height / scale;
  setView(x - width / 2, y - height / 2, width, height);
}

// Small graphs are drawn up to half again their natural size, and letters never below 11 pixels.
const LETTERS = 13, SMALLEST = 11.01 / LETTERS;
const largest = () => (countShown() <= 12 ? 1.5 : countShown() <= 30 ? 1.25 : 1);
const countShown = () => (state.shown === null ? names.length : state.shown.size);

const readable = (scale) => Math.max(scale || 1, SMALLEST);

// Puts a rectangle into the middle, at the largest scale at which all of it can be seen, or at a smaller one. What
// cannot be seen at once without letters becoming too small is begun at a node, by default the one with most edges.
function show(all, most, from) {
  const { width, height } = pixels();
  const whole = Math.min(width / all.width, height / all.height, most);
  const scale = readable(whole);
  const { x, y } = from === undefined || whole >= scale ? middle(all) : places().placed[from];
  centre({ x: inside(x, all.x, all.width, width / scale), y: inside(y, all.y, all.height, height / scale) }, scale);
}

// The middle of a window of some size over a line, near a place and not beyond the line's ends.
function inside(at, from, length, size) {
  if (size >= length) return from + length / 2;
  return Math.min(Math.max(at, from + size / 2), from + length - size / 2);
}

const middle = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

// The rectangle around points, with a margin.
function around(points) {
  let left = Infinity, right = -Infinity, top = Infinity, bottom = -Infinity;
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { x: left - MARGIN, y: top - MARGIN, width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN };
}

const corners = ({ x, y, width, height }) => [
  { x: x - width / 2, y: y - height / 2 },
  { x: x + width / 2, y: y + height / 2 },
];

// The rectangle around all that is shown: nodes, and edges for every k, so that the view is right for each.
function extent() {
  const where = places();
  const points = where.placed.filter((_, node) => where.shown(node)).flatMap(corners);
  const sparse = Object.values(VIEWS).flat().filter(({ edges }) => !isDense(edges.length));
  for (const level of state.shown === null && names.length <= MANY ? sparse : [current()]) {
    for (const [, { curves }] of strokesOf(level, where)) {
      for (const curve of curves) for (const t of [0.25, 0.5, 0.75]) points.push(pointOn(curve, t));
    }
  }
  return around(points);
}

// With more variables than this the page opens on the surest part; in narrow windows with more than FEW.
const MANY = 60, FEW = 12, NARROW = 600;

// Shows everything, or as much as can be read.
function fit() {
  if (!names.length || state.mode === "matrix") return;
  const hub = state.chosen[0] ?? state.focus ?? busiest();
  show(extent(), largest(), hub);
  looking = false;
}

function busiest() {
  const { shown } = places();
  return names.reduce((best, _, node) => (shown(node) && (best === undefined || current().beside[node].length > current().beside[best].length) ? node : best), undefined);
}

// Makes the frame as high as the drawing needs when it fills the width. A drawing that would need several windows is
// looked at through a frame that fits into one, and moved inside it.
const SEVERAL_WINDOWS = 1920;

function frame() {
  if (!names.length || state.mode === "matrix") return;
  const { width, height } = extent();
  const needed = height * readable(Math.min(pixels().width / width, largest()));
  const tall = needed > SEVERAL_WINDOWS ? 0.72 * window.innerHeight : needed;
  document.documentElement.style.setProperty("--tall", `${Math.ceil(tall)}px`);
}

// Narrow windows have causes above effects; so have wide graphs that would be too small side by side.
function turn() {
  const wide = pixels().width;
  const size = ({ boxes }) => around(boxes.flatMap(corners));
  const scale = ({ width }) => Math.min(wide / width, largest());
  if (!names.length) return;
  if (wide < NARROW || state.shown !== null) {
    state.down = wide < NARROW;
    return;
  }
  const right = size(LAYOUTS.right), down = size(LAYOUTS.down);
  const fits = scale(right) >= SMALLEST && right.height * scale(right) <= Math.max(window.innerHeight, 700);
  state.down = !fits && scale(down) > scale(right);
}

function zoom(factor, about) {
  const { x, y } = about || middle(view);
  const width = Math.min(Math.max(view.width / factor, 120), Math.max(pixels().width / SMALLEST, 120));
  const applied = view.width / width;
  setView(x - (x - view.x) / applied, y - (y - view.y) / applied, width, view.height / applied);
  looking = true;
}

// Brings a node into the middle, near enough to be read.
function lookAt(node) {
  centre(places().placed[node], Math.max(view.scale, 0.9));
  scrollToNodes([node]);
  looking = true;
}

// The frame may be higher than the window: scrolls the page to the nodes, the first of them if not all can be seen.
function scrollToNodes(nodes) {
  for (const node of [...nodes].reverse()) nodeElements[node].scrollIntoView({ block: "nearest" });
}

function inView({ x, y }) {
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height;
}

// Moves the view if one of the nodes is not in it, and zooms out if they are too far apart.
function reveal(nodes) {
  const { placed, shown } = places();
  const points = nodes.filter(shown).flatMap((node) => corners(placed[node]));
  if (!points.every(inView)) {
    show(around(points), view.scale, nodes[0]);
    looking = true;
  }
  scrollToNodes(nodes.filter(shown));
}

function pointOf(event) {
  return new DOMPoint(event.clientX, event.clientY).matrixTransform(graph.getScreenCTM().inverse());
}

let drag = null; // while the pointer is down: {node or null for the background, from, start, id}
let dragged = false; // whether the pointer has moved since it went down; a click follows, which chooses nothing

graph.addEventListener("pointerdown", (event) => {
  dragged = false;
  if (event.button !== 0) return;
  const group = event.target.closest(".node");
  const node = group ? Number(group.dataset.node) : null;
  const onBackground = !event.target.closest(".node, .edge");
  if (node === null && !onBackground) return;
  const box = node === null ? null : places().placed[node];
  drag = { node, from: pointOf(event), start: box || { ...view }, id: event.pointerId };
});

graph.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const at = pointOf(event);
  const dx = at.x - drag.from.x, dy = at.y - drag.from.y;
  if (!dragged && Math.hypot(dx, dy) * view.scale < 4) return;
  if (!dragged) graph.setPointerCapture(drag.id);
  dragged = true;
  graph.classList.add("moving");
  if (drag.node === null) {
    setView(view.x - dx, view.y - dy, view.width, view.height);
    looking = true;
  } else {
    state.moved.set(drag.node, { x: drag.start.x + dx, y: drag.start.y + dy });
    draw();
  }
});

function endDrag() {
  graph.classList.remove("moving");
  drag = null;
}
graph.addEventListener("pointerup", endDrag);
graph.addEventListener("pointercancel", endDrag);

graph.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // the page scrolls
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * 0.0022), pointOf(event));
  },
  { passive: false },
);

// A reader who has looked around stays there, at the same scale.
function refit() {
  const { scale } = view, spot = middle(view), before_ = state.down;
  turn();
  if (state.down !== before_) draw();
  frame();
  if (looking && state.down === before_) centre(spot, scale);
  else fit();
}

let before = null; // the view, while the page is printed

// The frame changes with the window, and when a scroll bar comes or goes.
let wideBefore = 0;
new ResizeObserver(() => {
  const { width } = pixels();
  if (!width || width === wideBefore) return;
  wideBefore = width;
  refit();
}).observe(graph);
window.addEventListener("resize", refit);
window.addEventListener("beforeprint", () => {
  if (!names.length) return;
  before = { ...view };
  const across = 120 + names.length * (names.length > MANY ? 15 : 22); // of the matrix, which fits a page of 660 pixels
  document.documentElement.style.setProperty("--matrix-zoom", Math.min(1, 660 / across).toFixed(3));
  const { x, y, width, height } = extent();
  document.documentElement.style.setProperty("--shape", (width / height).toFixed(3));
  setView(x, y, width, height);
});
window.addEventListener("afterprint", () => {
  if (before) Object.assign(view, before);
  refit();
});
