// What the page knows and what the reader has chosen. Text from the data is only ever set as textContent.

const data = JSON.parse(document.getElementById("payload").textContent);
const names = data.names;
const key = (a, b) => (a < b ? `${a},${b}` : `${b},${a}`);

// Two ways to see the data: what tests say, and where there is a posterior, how sure each edge is.
const VIEWS = { tests: data.levels, ...(data.sure && { sure: data.sure.levels }) };

const state = {
  view: data.sure ? "sure" : "tests",
  level: (data.sure || data).levels.length - 1, // place among the levels of the view
  least: 0, // edges with a smaller probability are not drawn
  mode: "graph", // or "matrix"
  down: false, // whether causes stand above their effects, as in narrow windows
  stepped: false, // whether the reader has moved k, and wants to see what that changed
  chosen: [], // at most two nodes
  shown: null, // the nodes in the drawing, as a set; null: all
  focus: null, // the node whose neighbours alone are shown
  found: [], // nodes that match the search
  tabStop: 0, // the node that Tab leads to
  details: false, // whether the rules behind an edge are shown
  moved: new Map(), // node -> {x, y} where the reader dragged it
};

// The layout for wide windows and the one for narrow ones.
const LAYOUTS = { right: layoutOf(data.right), down: layoutOf(data.down) };

function layoutOf({ boxes, bends }) {
  const points = (numbers) => numbers.flatMap((x, i) => (i % 2 ? [] : [{ x, y: numbers[i + 1] }]));
  return {
    boxes: boxes.map(([x, y, width, height]) => ({ x, y, width, height })),
    bends: new Map(bends.map(([a, b, ...numbers]) => [key(a, b), points(numbers)])),
  };
}

// Separated pairs in node order: all but the joined ones; each has the number of a set, and a p-value.
const separations = new Map();
if (data.separations) {
  const { joined, sets, given, p } = data.separations;
  const without = new Set(joined.map(([a, b]) => key(a, b)));
  const numbers = given.split(" "), values = p.split(" ");
  const written = (value) => (value.startsWith(".") ? `0${value}` : value || (p && "0"));
  let row = 0;
  for (let a = 0; a < names.length; a++) {
    for (let b = a + 1; b < names.length; b++) {
      if (without.has(key(a, b))) continue;
      separations.set(key(a, b), [a, b, sets[parseInt(numbers[row], 36)], written(values[row] || "")]);
      row += 1;
    }
  }
}

// The largest p of pairs that are joined at the largest k, where it is known.
const evidence = new Map((data.evidence || []).map(([a, b, p]) => [key(a, b), p]));

// An edge of a test comes as [a, kind, b, lines] and becomes [a, pattern, b, lines, status]; its kind has the first lines.
for (const level of data.levels) {
  for (const edge of level.edges) {
    const [a, kind, b, lines] = edge;
    const [pattern, status, shared] = data.kinds[kind];
    edge.splice(1, 3, pattern, b, [...shared.map((template) => [template, a, b]), ...lines], status);
  }
  level.more = new Map(level.apart.map(([a, b, lines]) => [key(a, b), lines]));
}

// An edge of a posterior comes as [a, pattern, b, probability] and becomes [a, pattern, b, lines, certainty, probability, linked].
for (const level of data.sure ? data.sure.levels : []) {
  level.chances = new Map(level.chances.map(([a, b, shares, lines]) => [key(a, b), { a, b, shares, lines }]));
  for (const edge of level.edges) {
    const [a, , b, probability] = edge;
    const known = level.chances.get(key(a, b));
    const none = known?.shares.find(([pattern]) => pattern === "no edge");
    edge.splice(3, 1, known?.lines || [], certaintyOf(probability), probability, 1 - (none ? none[1] : 0));
  }
}

function certaintyOf(probability) {
  return Object.entries(data.sure.certainties).find(([, least]) => probability >= least)[0];
}

Object.values(VIEWS).flat().forEach(index);

// The edges of a level by pair, and the neighbours of every node.
function index(level) {
  level.byPair = new Map(level.edges.map((edge) => [key(edge[0], edge[2]), edge]));
  level.beside = names.map(() => []);
  for (const [a, , b] of level.edges) {
    level.beside[a].push(b);
    level.beside[b].push(a);
  }
}

const levels = () => VIEWS[state.view];
const current = () => levels()[state.level];
const boundWords = (level) => (level.k === null ? "any" : `${level.k}`);
const percent = (p) => (p > 0.99 ? "> 99 %" : p < 0.005 ? "< 1 %" : `${Math.round(100 * p)} %`);

// The edges that are drawn: all that tests leave, or those that are probable enough.
const edgesOf = (level) => level.edges.filter(([, , , , , probability]) => !(probability < state.least));

const MIRROR = { "<": ">", ">": "<" };
const mirror = (pattern) => [...pattern].reverse().map((mark) => MIRROR[mark] || mark).join("");

// The edge between two nodes as read from a, or undefined.
function patternFrom(level, a, b) {
  const edge = level.byPair.get(key(a, b));
  if (!edge) return undefined;
  return edge[0] === a ? edge[1] : mirror(edge[1]);
}

// An edge read so that it points to the right, with all that is known of how sure it is.
function readEdge([a, pattern, b, , status, exactly, linked]) {
  const p = state.level === levels().length - 1 ? evidence.get(key(a, b)) : undefined;
  const rest = { status, exactly, linked, p, weak: p !== undefined && weak.has(key(a, b)) };
  return data.arrows.includes(pattern) ? { a, pattern, b, ...rest } : { a: b, pattern: mirror(pattern), b: a, ...rest };
}

const DOUBT = ["contradicted", "open", "partly_settled", "settled"];
// Links that may be chance, at the largest k.
const weak = new Set(data.weak.map(([a, b]) => key(a, b)));
// Whether the link is there comes before how its ends look: contradicted, then weak, then the others.
const doubtOf = (edge) => (edge.status === "contradicted" ? 0 : edge.weak ? 1 : 1 + DOUBT.indexOf(edge.status));
// A p-value that is too small for a number is not 0.
const chance = (p) => (Number(p) === 0 ? "p < 1e-300" : `p = ${p}`);
const evidenceWords = ({ p, weak: isWeak }) => (p === undefined ? "" : `${isWeak ? "weak, " : ""}${chance(p)}`);

// The least certain edges first, as in sepset/report/edge_table.py.
function byDoubt(one, other) {
  if (state.view === "sure") return one.exactly - other.exactly || one.a - other.a || one.b - other.b;
  const rank = doubtOf(one) - doubtOf(other);
  return rank || (other.p || 0) - (one.p || 0) || one.a - other.a || one.b - other.b;
}

// What differs between two levels: pairs whose edge is gone, was drawn in another way, or is new.
function differences(before, after) {
  const gone = [], changed = [], added = [];
  for (const [pair, edge] of before.byPair) {
    const now = after.byPair.get(pair);
    if (!now) gone.push(edge);
    else if (now[1] !== edge[1]) changed.push([edge, now]);
  }
  for (const [pair, edge] of after.byPair) if (!before.byPair.has(pair)) added.push(edge);
  return { gone, changed, added };
}
