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
  chosen: [], // at most two nodes
  focus: null, // the node in the middle of the focus view
  found: [], // nodes that match the search
  tabStop: 0, // the node that Tab leads to
  details: false, // whether the rules behind an edge are shown
  moved: new Map(), // node -> {x, y} where the reader dragged it
};

const boxes = data.boxes.map(([x, y, width, height, label]) => ({ x, y, width, height, label }));
const separations = new Map(data.separations.map((row) => [key(row[0], row[1]), row]));
const bends = new Map(
  data.bends.map(([a, b, ...numbers]) => {
    const points = [];
    for (let i = 0; i < numbers.length; i += 2) points.push({ x: numbers[i], y: numbers[i + 1] });
    return [key(a, b), points];
  }),
);

// An edge of a test comes as [a, kind, b, lines] and becomes [a, pattern, b, lines, status]; its kind has the first lines.
for (const level of data.levels) {
  for (const edge of level.edges) {
    const [a, kind, b, lines] = edge;
    const [pattern, status, shared] = data.kinds[kind];
    edge.splice(1, 3, pattern, b, [...shared.map((template) => [template, a, b]), ...lines], status);
  }
  level.more = new Map(level.apart.map(([a, b, lines]) => [key(a, b), lines]));
}

// An edge of a posterior comes as [a, pattern, b, probability] and becomes [a, pattern, b, lines, certainty, probability].
for (const level of data.sure ? data.sure.levels : []) {
  level.chances = new Map(level.chances.map(([a, b, shares, lines]) => [key(a, b), { a, b, shares, lines }]));
  for (const edge of level.edges) {
    const [a, , b, probability] = edge;
    edge.splice(3, 1, level.chances.get(key(a, b))?.lines || [], certaintyOf(probability), probability);
  }
}

function certaintyOf(probability) {
  return Object.entries(data.sure.certainties).find(([, least]) => probability >= least)[0];
}

for (const level of Object.values(VIEWS).flat()) {
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

// Edges by kind, each read so that it points to the right.
function inOrder(edges) {
  const read = ([a, pattern, b, , status, probability]) =>
    data.arrows.includes(pattern) ? [a, pattern, b, status, probability] : [b, mirror(pattern), a, status, probability];
  if (state.view === "sure") return edges.map(read).sort((p, q) => q[4] - p[4] || p[0] - q[0] || p[2] - q[2]);
  return edges.map(read).sort((p, q) => data.arrows.indexOf(p[1]) - data.arrows.indexOf(q[1]) || p[0] - q[0] || p[2] - q[2]);
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
