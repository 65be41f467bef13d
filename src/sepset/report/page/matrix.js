// All pairs at once: rows and columns are variables, causes first; a cell has the edge as read from its row.

const matrix = document.getElementById("matrix");
const MATRIX_LABEL = 120, MOST_SIGNS = 3000;

// Causes before effects, as far as the layout has them so.
const causalOrder = names.map((_, node) => node).sort((p, q) => {
  const [one, other] = [LAYOUTS.right.boxes[p], LAYOUTS.right.boxes[q]];
  return one.x - other.x || one.y - other.y || p - q;
});
const rowOf = new Map(causalOrder.map((node, i) => [node, i]));
const cell = { row: 0, column: 1, size: 22 };

function drawMatrix() {
  const n = names.length;
  cell.size = n > MANY ? 15 : 22;
  const side = n * cell.size;
  matrix.replaceChildren();
  const part = (className, width, height) => shape("svg", { class: className, width, height, viewBox: `0 0 ${width} ${height}` }, matrix);
  element("div", undefined, matrix, "corner");
  const top = part("top", side, MATRIX_LABEL), left = part("left", MATRIX_LABEL, side), body = part("body", side, side);
  causalOrder.forEach((node, i) => {
    const at = (i + 0.5) * cell.size;
    const column = shape("text", { transform: `translate(${at} ${MATRIX_LABEL - 5}) rotate(-90)`, "data-node": node }, top);
    const row = shape("text", { x: MATRIX_LABEL - 5, y: at, "data-node": node }, left);
    for (const text of [column, row]) text.textContent = clipped(data.labels[node]);
    shape("rect", { class: "diagonal", x: i * cell.size, y: i * cell.size, width: cell.size, height: cell.size }, body);
  });
  const { shown } = places();
  const edges = edgesOf(current());
  for (const [a, pattern, b, , status] of edges) {
    drawCell(body, a, pattern, b, status, edges.length, shown);
    drawCell(body, b, mirror(pattern), a, status, edges.length, shown);
  }
  shape("rect", { class: "cursor", width: cell.size, height: cell.size }, body);
  moveCursor(cell.row, cell.column);
}

const clipped = (label) => (label.length > 15 ? `${label.slice(0, 7)}…${label.slice(-6)}` : label);

function drawCell(body, from, pattern, to, status, count) {
  const x = rowOf.get(to) * cell.size, y = rowOf.get(from) * cell.size;
  const group = shape("g", { class: `cell edge ${status}`, "data-pair": key(from, to), "data-cell": `${from},${to}` }, body);
  shape("rect", { x: x + 1, y: y + 1, width: cell.size - 2, height: cell.size - 2 }, group);
  if (count > MOST_SIGNS) return;
  shape("title", {}, group).textContent = `${names[from]} ${pattern} ${names[to]}`;
  // A sign of several letters is squeezed into its cell.
  const room = signs[pattern].length > 1 ? { textLength: cell.size - 4, lengthAdjust: "spacingAndGlyphs" } : {};
  shape("text", { x: x + cell.size / 2, y: y + cell.size / 2, ...room }, group).textContent = signs[pattern];
}

// Marks the chosen pair, or the row and column of the chosen variable.
function markCells() {
  const pair = state.chosen.length === 2 ? key(...state.chosen) : null;
  for (const group of matrix.querySelectorAll(".cell")) {
    const ends = group.dataset.pair.split(",").map(Number);
    group.classList.toggle("chosen", group.dataset.pair === pair);
    group.classList.toggle("near", !pair && state.chosen.some((node) => ends.includes(node)));
  }
  for (const text of matrix.querySelectorAll("[data-node]")) {
    text.classList.toggle("chosen", state.chosen.includes(Number(text.dataset.node)));
  }
}

function moveCursor(row, column) {
  const last = names.length - 1;
  Object.assign(cell, { row: Math.min(Math.max(row, 0), last), column: Math.min(Math.max(column, 0), last) });
  const cursor = matrix.querySelector(".cursor");
  cursor?.setAttribute("x", cell.column * cell.size);
  cursor?.setAttribute("y", cell.row * cell.size);
}

const cellPair = () => [causalOrder[cell.row], causalOrder[cell.column]];

function followCursor() {
  const x = MATRIX_LABEL + cell.column * cell.size, y = MATRIX_LABEL + cell.row * cell.size;
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = matrix;
  if (x - MATRIX_LABEL < scrollLeft || x + cell.size > scrollLeft + clientWidth) matrix.scrollLeft = x - clientWidth / 2;
  if (y - MATRIX_LABEL < scrollTop || y + cell.size > scrollTop + clientHeight) matrix.scrollTop = y - clientHeight / 2;
}

matrix.addEventListener("keydown", (event) => {
  if (event.key in ARROWS) {
    const [dx, dy] = ARROWS[event.key];
    moveCursor(cell.row + dy, cell.column + dx);
    followCursor();
    tell(cellPair());
  } else if (event.key === "Enter" || event.key === " ") {
    const [a, b] = cellPair();
    choose(a === b ? [a] : [a, b]);
  } else {
    return;
  }
  event.preventDefault();
});

matrix.addEventListener("click", (event) => {
  const label = event.target.closest("text[data-node]");
  if (label) return toggle(Number(label.dataset.node));
  const body = matrix.querySelector(".body");
  if (!body.contains(event.target)) return;
  const { left, top } = body.getBoundingClientRect();
  moveCursor(Math.floor((event.clientY - top) / cell.size), Math.floor((event.clientX - left) / cell.size));
  const [a, b] = cellPair();
  choose(a === b ? [a] : [a, b]);
});
