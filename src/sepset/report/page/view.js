// Looking around: zoom, pan, drag. The view is the viewBox of the drawing.

const view = { x: 0, y: 0, width: 1, height: 1 };
const MARGIN = 16;

function setView(x, y, width, height) {
  Object.assign(view, { x, y, width, height });
  graph.setAttribute("viewBox", [x, y, width, height].map((v) => v.toFixed(2)).join(" "));
}

// The rectangle around all nodes that are shown.
function extent() {
  const { placed, shown } = places();
  const inside = placed.filter((_, node) => shown(node));
  const left = Math.min(...inside.map((b) => b.x - b.width / 2)) - MARGIN;
  const right = Math.max(...inside.map((b) => b.x + b.width / 2)) + MARGIN;
  const top = Math.min(...inside.map((b) => b.y - b.height / 2)) - MARGIN;
  const bottom = Math.max(...inside.map((b) => b.y + b.height / 2)) + MARGIN;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

// Shows everything, but small graphs not larger than half again their natural size.
function fit() {
  if (!names.length) return;
  const all = extent();
  const pixels = graph.getBoundingClientRect();
  const scale = Math.min(pixels.width / all.width, pixels.height / all.height, 1.5) || 1;
  const width = pixels.width / scale, height = pixels.height / scale;
  setView(all.x - (width - all.width) / 2, all.y - (height - all.height) / 2, width, height);
}

function zoom(factor, centre) {
  const { x, y } = centre || { x: view.x + view.width / 2, y: view.y + view.height / 2 };
  const width = Math.min(Math.max(view.width / factor, 120), 60000);
  const applied = view.width / width;
  setView(x - (x - view.x) / applied, y - (y - view.y) / applied, width, view.height / applied);
}

// Brings a node into the middle, near enough to be read.
function lookAt(node) {
  const box = places().placed[node];
  const pixels = graph.getBoundingClientRect();
  const scale = Math.max(pixels.width / view.width, 0.9);
  const width = pixels.width / scale, height = pixels.height / scale;
  setView(box.x - width / 2, box.y - height / 2, width, height);
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
  if (!dragged && Math.hypot(dx, dy) * (graph.clientWidth / view.width) < 4) return;
  if (!dragged) graph.setPointerCapture(drag.id);
  dragged = true;
  graph.classList.add("moving");
  if (drag.node === null) {
    setView(view.x - dx, view.y - dy, view.width, view.height);
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

window.addEventListener("resize", fit);
window.addEventListener("beforeprint", () => {
  if (!names.length) return;
  const { x, y, width, height } = extent();
  document.documentElement.style.setProperty("--shape", (width / height).toFixed(3));
  setView(x, y, width, height);
});
window.addEventListener("afterprint", fit);
