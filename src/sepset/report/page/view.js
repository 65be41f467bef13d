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

// Puts a rectangle into the middle, at the largest scale at which all of it can be seen, or at a smaller one.
function show(all, largest) {
  const { width, height } = pixels();
  centre(middle(all), Math.min(width / all.width, height / all.height, largest) || 1);
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
  for (const level of state.focus === null ? Object.values(VIEWS).flat() : [current()]) {
    for (const [, { curves }] of strokesOf(level, where)) {
      for (const curve of curves) for (const t of [0.25, 0.5, 0.75]) points.push(pointOn(curve, t));
    }
  }
  return around(points);
}

// Small graphs are not drawn larger than half again their natural size.
const LARGEST = 1.5;

// Shows everything.
function fit() {
  if (!names.length) return;
  show(extent(), LARGEST);
  looking = false;
}

// Makes the frame as high as the drawing needs when it fills the width; the style sheet sets the limits.
function frame() {
  if (!names.length || state.focus !== null) return;
  const { width, height } = extent();
  const tall = height * Math.min(pixels().width / width, LARGEST);
  document.documentElement.style.setProperty("--tall", `${Math.ceil(tall)}px`);
}

function zoom(factor, about) {
  const { x, y } = about || middle(view);
  const width = Math.min(Math.max(view.width / factor, 120), 60000);
  const applied = view.width / width;
  setView(x - (x - view.x) / applied, y - (y - view.y) / applied, width, view.height / applied);
  looking = true;
}

// Brings a node into the middle, near enough to be read.
function lookAt(node) {
  centre(places().placed[node], Math.max(view.scale, 0.9));
  looking = true;
}

function inView({ x, y }) {
  return x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height;
}

// Moves the view if one of the nodes is not in it, and zooms out if they are too far apart.
function reveal(nodes) {
  const { placed, shown } = places();
  const points = nodes.filter(shown).flatMap((node) => corners(placed[node]));
  if (points.every(inView)) return;
  show(around(points), view.scale);
  looking = true;
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
  const node = group && state.focus === null ? Number(group.dataset.node) : null;
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
  const { scale } = view, spot = middle(view);
  frame();
  if (looking) centre(spot, scale);
  else fit();
}

let before = null; // the view, while the page is printed

window.addEventListener("resize", refit);
window.addEventListener("beforeprint", () => {
  if (!names.length) return;
  before = { ...view };
  const { x, y, width, height } = extent();
  document.documentElement.style.setProperty("--shape", (width / height).toFixed(3));
  setView(x, y, width, height);
});
window.addEventListener("afterprint", () => {
  if (before) Object.assign(view, before);
  refit();
});
