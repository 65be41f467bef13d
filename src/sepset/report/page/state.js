// What the page knows and what the reader has chosen. Text from the data is only ever set as textContent.

const data = JSON.parse(document.getElementById("payload").textContent);
const names = data.names;
// What Python says and compares by, too (sepset/report/shared.py).
const { words: { statuses, signs }, limits } = data;
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

// What separates two nodes that are not joined: [low, high, set, p], or undefined. There may be hundreds of thousands of such
// pairs, in node order without the joined ones, so the one that is asked for is looked up by its place.
const separationOf = data.separations ? separationsIn(data.separations) : () => undefined;

function separationsIn({ joined, sets, given, p }) {
  const numbers = given.split(" "), values = p.split(" ");
  const placeOf = (low, high) => (low * (2 * names.length - low - 1)) / 2 + high - low - 1; // among all pairs
  const without = joined.map(([a, b]) => placeOf(a, b)); // ascending
  const written = (value) => (value.startsWith(".") ? `0${value}` : value || (p && "0"));
  return (a, b) => {
    const [low, high] = a < b ? [a, b] : [b, a], place = placeOf(low, high);
    let before = 0;
    for (let end = without.length; before < end; ) {
      const middle = (before + end) >> 1;
      if (without[middle] < place) before = middle + 1;
      else end = middle;
    }
    if (without[before] === place) return undefined;
    const row = place - before;
    return [low, high, sets[parseInt(numbers[row], 36)], written(values[row] || "")];
  };
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
// As `as_percent` rounds: of a share that is half-way but for the last bits, up.
const percent = (p) =>
  p > limits.most_percent ? data.words.most_percent : p < limits.least_percent ? data.words.least_percent : `${Math.round(Math.round(1e9 * p) / 1e7)} %`;

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

const DOUBT = Object.keys(statuses).reverse();
// Links that may be chance, at the largest k.
const weak = new Set(data.weak.map(([a, b]) => key(a, b)));
// Whether the link is there comes before how its ends look: contradicted, then weak, then the others.
const doubtOf = (edge) => (edge.status === "contradicted" ? 0 : edge.weak ? 1 : 1 + DOUBT.indexOf(edge.status));
// A p-value that is too small for a number is not 0.
const chance = (p) => (Number(p) === 0 ? `p < ${data.words.least_p}` : `p = ${p}`);
const evidenceWords = ({ p, weak: isWeak }) => (p === undefined ? "" : `${isWeak ? `${data.words.weak}, ` : ""}${chance(p)}`);

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
