// Where some of the nodes stand when only they are shown: the phases of sepset/drawing, for a few nodes.

// Between layers: more where notes stand on lines that run to the right.
const GAP = 16, SPACE = 72, NOTED_SPACE = 92;

// Returns the boxes of the nodes (by number) and the bends of their edges.
function arrange(nodes, edges, down) {
  const layer = layersOf(nodes, edges);
  const links = linkLayers(nodes, edges, layer);
  orderLayers(links);
  const sizes = sizesOf(nodes, edges, layer, down);
  const across = placeAcross(links, sizes);
  return toBoxes(links, sizes, across, down);
}

// Causes before effects; an edge without direction lies between neighbouring layers where that is possible.
function layersOf(nodes, edges) {
  const into = new Map(nodes.map((node) => [node, []])), beside = new Map(nodes.map((node) => [node, []]));
  for (const [a, pattern, b] of edges) {
    const atA = pattern[0] === "<", atB = pattern[2] === ">";
    if (atA === atB) beside.get(a).push(b), beside.get(b).push(a);
    else into.get(atB ? b : a).push(atB ? a : b);
  }
  const layer = new Map(), open = new Set(nodes);
  while (open.size) {
    const free = [...open].filter((node) => into.get(node).every((other) => !open.has(other)));
    // A node beside one that has its layer comes first, so that what has no directions unrolls; a cycle is cut.
    const near = (node) => (beside.get(node).some((other) => layer.has(other)) ? 0 : 1);
    const [node] = (free.length ? free : [...open]).sort((p, q) => near(p) - near(q) || p - q);
    const causes = into.get(node).filter((other) => layer.has(other)).map((other) => layer.get(other) + 1);
    const loose = beside.get(node).filter((other) => layer.has(other)).map((other) => layer.get(other) + 1);
    layer.set(node, Math.max(0, ...causes, loose.length ? Math.min(...loose) : 0));
    open.delete(node);
  }
  return layer;
}

// Layers of items: nodes, and stand-ins for edges that pass a layer, numbered after the nodes.
function linkLayers(nodes, edges, layer) {
  const layers = Array.from({ length: Math.max(...layer.values()) + 1 }, () => []);
  for (const node of nodes) layers[layer.get(node)].push(node);
  const left = new Map(), right = new Map(), chains = [];
  const join = (p, q) => {
    right.set(p, [...(right.get(p) || []), q]);
    left.set(q, [...(left.get(q) || []), p]);
  };
  let next = names.length;
  for (const [a, , b] of edges) {
    if (layer.get(a) === layer.get(b)) continue;
    const [first, last] = layer.get(a) < layer.get(b) ? [a, b] : [b, a];
    const chain = [first];
    for (let i = layer.get(first) + 1; i < layer.get(last); i++) {
      layers[i].push(next);
      chain.push(next++);
    }
    chain.push(last);
    for (let i = 0; i + 1 < chain.length; i++) join(chain[i], chain[i + 1]);
    chains.push(chain);
  }
  return { layers, left, right, chains, others: (item) => [...(left.get(item) || []), ...(right.get(item) || [])] };
}

const placesIn = (layer) => new Map(layer.map((item, i) => [item, i]));

function crossingsOf({ layers, right }) {
  let total = 0;
  for (let i = 0; i + 1 < layers.length; i++) {
    const place = placesIn(layers[i + 1]);
    const ends = layers[i].flatMap((item, p) => (right.get(item) || []).map((other) => [p, place.get(other)]));
    for (const [p, q] of ends) for (const [r, s] of ends) if (p < r && q > s) total += 1;
  }
  return total;
}

// Each item at the mean place of its neighbours, there and back; the order with the fewest crossings stays.
function orderLayers(links) {
  let best = links.layers.map((layer) => [...layer]), fewest = crossingsOf(links);
  for (let sweep = 0; sweep < 16 && fewest; sweep++) {
    const forward = sweep % 2 === 0, beside = forward ? links.left : links.right;
    const order = links.layers.map((_, i) => i);
    for (const i of forward ? order.slice(1) : order.reverse().slice(1)) {
      const place = placesIn(links.layers[forward ? i - 1 : i + 1]), own = placesIn(links.layers[i]);
      const wish = (item) => mean((beside.get(item) || []).map((other) => place.get(other))) ?? own.get(item);
      const wishes = new Map(links.layers[i].map((item) => [item, wish(item)]));
      links.layers[i].sort((p, q) => wishes.get(p) - wishes.get(q) || own.get(p) - own.get(q));
    }
    const count = crossingsOf(links);
    if (count < fewest) [best, fewest] = [links.layers.map((layer) => [...layer]), count];
  }
  links.layers = best;
}

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined);

// How much each node takes along its edges and across them; marks at one side must not touch.
function sizesOf(nodes, edges, layer, down) {
  const sizes = new Map();
  for (const node of nodes) {
    const { width } = LAYOUTS.right.boxes[node];
    const sides_ = [0, 0];
    for (const [a, , b] of edges) {
      if (a !== node && b !== node) continue;
      sides_[layer.get(a === node ? b : a) < layer.get(node) ? 0 : 1] += 1;
    }
    const across = Math.max(down ? width : 30, PORT * Math.max(...sides_) + 6);
    sizes.set(node, { along: down ? 30 : width, across });
  }
  return sizes;
}

// Each item near its neighbours, as the order and the sizes allow: least squares, layer by layer.
function placeAcross({ layers, others }, sizes) {
  const where = new Map();
  const offsets = layers.map((layer) => {
    let end = 0;
    return layer.map((item, i) => {
      const half = (sizes.get(item)?.across || 0) / 2;
      end += (i ? GAP : 0) + half;
      const at = end;
      end += half;
      return at;
    });
  });
  layers.forEach((layer, i) => layer.forEach((item, j) => where.set(item, offsets[i][j] - offsets[i].at(-1) / 2)));
  const order = layers.map((_, i) => i);
  for (let sweep = 0; sweep < 24; sweep++) {
    for (const i of sweep % 2 ? [...order].reverse() : order) {
      const wishes = layers[i].map((item, j) => (mean(others(item).map((other) => where.get(other))) ?? where.get(item)) - offsets[i][j]);
      pooled(wishes).forEach((value, j) => where.set(layers[i][j], value + offsets[i][j]));
    }
  }
  return where;
}

// The nearest sequence that never decreases.
function pooled(values) {
  const blocks = [];
  for (let value of values) {
    let size = 1;
    while (blocks.length && blocks.at(-1)[0] > value) {
      const [before, count] = blocks.pop();
      value = (before * count + value * size) / (count + size);
      size += count;
    }
    blocks.push([value, size]);
  }
  return blocks.flatMap(([value, size]) => Array(size).fill(value));
}

function toBoxes({ layers, chains }, sizes, across, down) {
  const boxes = new Map(), columns = [];
  let end = 0;
  layers.forEach((layer, i) => {
    const along = Math.max(0, ...layer.map((item) => sizes.get(item)?.along || 0));
    columns[i] = [end, end + along];
    for (const item of layer.filter((one) => sizes.has(one))) {
      const box = { x: end + along / 2, y: across.get(item), width: sizes.get(item).along, height: sizes.get(item).across };
      boxes.set(item, down ? turnedBox(box) : box);
    }
    end += along + (data.sure && !down ? NOTED_SPACE : SPACE);
  });
  const layerOf = new Map(layers.flatMap((layer, i) => layer.map((item) => [item, i])));
  const bends = new Map();
  for (const chain of chains) {
    const run = chain.slice(1, -1).flatMap((item) => columns[layerOf.get(item)].map((x) => ({ x, y: across.get(item) })));
    const points = down ? run.map(turnedPoint) : run;
    bends.set(key(chain[0], chain.at(-1)), chain[0] < chain.at(-1) ? points : points.reverse());
  }
  return { boxes, bends };
}

// The part of a large graph that opens: from the node with most edges that nothing contradicts, along the surest.
function core(level, most) {
  const sound = names.map(() => 0);
  for (const [a, , b, , status] of level.edges) {
    if (status !== "contradicted") { sound[a] += 1; sound[b] += 1; }
  }
  const start = names.reduce((best, _, node) => (sound[node] > sound[best] ? node : best), 0);
  return growSurely(level, new Set([start]), most);
}

function growSurely(level, nodes, most) {
  const sure = (edge) => edge[5] ?? DOUBT.indexOf(edge[4]) - Math.min(1, Number(evidence.get(key(edge[0], edge[2]))) || 0);
  const edges = [...level.edges].sort((p, q) => sure(q) - sure(p) || p[0] - q[0] || p[2] - q[2]);
  const grown = new Set(nodes);
  for (let more = true; more && grown.size < most; ) {
    const next = edges.find(([a, , b]) => grown.has(a) !== grown.has(b));
    more = next !== undefined;
    if (more) grown.add(next[0]).add(next[2]);
  }
  return grown;
}
