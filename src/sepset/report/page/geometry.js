// How an edge is drawn: the same rules as in sepset/drawing/strokes.py, for nodes that move.
// What runs down is computed on its side and turned.

const PORT = 11, ARROW = 10, ARROW_HALF = 4.5, RING = 3.8;
const TAKEN = { "-": 0, "<": ARROW - 1, ">": ARROW - 1, o: 2 * RING };

const turnedPoint = ({ x, y }) => ({ x: y, y: x });
const turnedBox = ({ x, y, width, height }) => ({ x: y, y: x, width: height, height: width });

// Strokes of edges: the curves of the line, and what stands at each end.
function strokesBetween(edges, { placed, still, bends, down }) {
  const where = {
    placed: down ? placed.map(turnedBox) : placed,
    // Bends belong to the places of the layout; once an end has moved, the edge runs straight.
    bendsOf: (a, b) => {
      const run = (still(a) && still(b) && bends.get(key(a, b))) || [];
      return down ? run.map(turnedPoint) : run;
    },
  };
  const ports = portsOf(edges, where);
  const strokes = edges.map((edge) => strokeOf(edge, ports, where));
  return down ? strokes.map(turnedStroke) : strokes;
}

function turnedStroke({ curves, ends }) {
  return {
    curves: curves.map((curve) => curve.map(turnedPoint)),
    ends: ends.map((end) => ({ ...end, at: turnedPoint(end.at), down: true })),
  };
}

function sides(one, other) {
  const apart = (one.width + other.width) / 2 + PORT;
  if (other.x - one.x > apart) return [1, -1];
  return one.x - other.x > apart ? [-1, 1] : [1, 1];
}

// For each "node,other": where the edge touches the box of the node.
function portsOf(edges, { placed, bendsOf }) {
  const beside = new Map();
  const put = (node, side, y, other) => {
    const place = `${node},${side}`;
    if (!beside.has(place)) beside.set(place, []);
    beside.get(place).push([y, other]);
  };
  for (const [a, , b] of edges) {
    const [first, second] = sides(placed[a], placed[b]);
    const run = bendsOf(a, b);
    put(a, first, (run[0] || placed[b]).y, b);
    put(b, second, (run[run.length - 1] || placed[a]).y, a);
  }
  const ports = new Map();
  for (const [place, others] of beside) {
    const [node, side] = place.split(",").map(Number);
    const box = placed[node];
    const step = Math.min(PORT, (box.height - 6) / others.length);
    others.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    others.forEach(([, other], i) => {
      const y = box.y + step * (i - (others.length - 1) / 2);
      ports.set(`${node},${other}`, { x: box.x + (side * box.width) / 2, y });
    });
  }
  return ports;
}

function reach(p, q, sameSide) {
  if (sameSide) return 26 + Math.min(60, 0.12 * Math.abs(q.y - p.y));
  return Math.max(0.45 * Math.abs(q.x - p.x), 12);
}

function strokeOf([a, pattern, b], ports, { placed, bendsOf }) {
  const [sideA, sideB] = sides(placed[a], placed[b]);
  const ends = [
    { at: ports.get(`${a},${b}`), side: sideA, mark: pattern[0] },
    { at: ports.get(`${b},${a}`), side: sideB, mark: pattern[2] },
  ];
  const lineEnd = ({ at, side, mark }) => ({ x: at.x + side * TAKEN[mark], y: at.y });
  const points = [lineEnd(ends[0]), ...bendsOf(a, b), lineEnd(ends[1])];
  const curves = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const p = points[i], q = points[i + 1];
    const travel = q.x >= p.x ? 1 : -1;
    const leaving = i === 0 ? sideA : travel;
    const entering = i === points.length - 2 ? sideB : -travel;
    const far = reach(p, q, leaving === entering);
    curves.push([p, { x: p.x + leaving * far, y: p.y }, { x: q.x + entering * far, y: q.y }, q]);
  }
  return { curves, ends };
}

function pathOf({ curves }) {
  return `M${written(curves[0][0])}${curves.map(([, ...rest]) => `C${rest.map(written).join(" ")}`).join("")}`;
}

// A point of a cubic curve, t from 0 to 1.
function pointOn([p, c, d, q], t) {
  const s = 1 - t;
  const at = (axis) => s * s * (s * p[axis] + 3 * t * c[axis]) + t * t * (3 * s * d[axis] + t * q[axis]);
  return { x: at("x"), y: at("y") };
}

const written = ({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`;

// The point `along` the line from its end, and `beside` it.
function fromEnd({ at, side, down }, along, beside = 0) {
  const point = { x: side * along, y: beside };
  const { x, y } = down ? turnedPoint(point) : point;
  return { x: at.x + x, y: at.y + y };
}

function arrowPath(end) {
  return `M${written(end.at)}L${written(fromEnd(end, ARROW, -ARROW_HALF))}L${written(fromEnd(end, ARROW, ARROW_HALF))}Z`;
}
