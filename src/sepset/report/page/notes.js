// Notes on edges: what is exceptional about one, written on its line.

// With more edges than this, exceptions are said in the table and the panel only; so are ends that change with the rows,
// which are no exceptions.
const MOST_NOTED = 40;
const NOTE_LETTER = 7.2, NOTE_HEIGHT = 19, NOTE_STEP = 4;

function noteOn([, , , , , exactly, linked]) {
  if (linked < limits.noted_below) return `link ${percent(linked)}`;
  return exactly < limits.hollow_below && data.resamples === null ? `ends ${percent(exactly)}` : "";
}

function drawNotes(edges, groups, boxes) {
  if (edges.length > MOST_NOTED) return;
  const lines = edges.map(([, stroke]) => pointsAlong(stroke));
  // A note covers neither a box nor the mark beside it, and no strike.
  const [wider, higher] = state.down ? [0, 2 * ARROW] : [2 * ARROW, 0];
  const taken = boxes.map(({ x, y, width, height }) => ({ x, y, width: width + wider, height: height + higher }));
  edges.forEach(([, stroke], i) => groups[i].querySelector(".strike") && taken.push({ ...middleOf(stroke), width: 10, height: 16 }));
  // Short lines come first: they have the least choice.
  const noted = edges.map((_, i) => i).filter((i) => noteOn(edges[i][0])).sort((i, j) => lines[i].length - lines[j].length || i - j);
  for (const i of noted) {
    const [edge] = edges[i], words = noteOn(edge);
    const size = { width: NOTE_LETTER * words.length, height: NOTE_HEIGHT };
    const { x, y } = noteSpot(lines, i, size, taken);
    taken.push({ x, y, ...size });
    // In a group of its own, after all lines, so that none runs over it.
    const group = shape("g", { class: "edge", "data-pair": groups[i].dataset.pair }, edgeLayer);
    shape("title", {}, group).textContent = wordsOf(edge);
    shape("text", { class: "note", x: x.toFixed(1), y: y.toFixed(1) }, group).textContent = words;
  }
}

// Points of a line, some pixels apart.
function pointsAlong({ curves }) {
  return curves.flatMap((curve) => {
    const steps = Math.max(2, Math.ceil(Math.hypot(curve[3].x - curve[0].x, curve[3].y - curve[0].y) / NOTE_STEP));
    return Array.from({ length: steps }, (_, i) => pointOn(curve, (i + 0.5) / steps));
  });
}

const overlap = (one, other) => 2 * Math.abs(one.x - other.x) < one.width + other.width && 2 * Math.abs(one.y - other.y) < one.height + other.height;

// The middle of the longest stretch of a line where a note covers no box, no other note and no other line. Where there is
// none: where it covers least of other lines; else right above its line, or below it.
function noteSpot(lines, own, size, taken) {
  const line = lines[own];
  const others = lines.flatMap((other, i) => (i === own ? [] : other)).map((point) => ({ ...point, width: 2, height: 2 }));
  const covered = (point) => others.filter((one) => overlap({ ...point, ...size }, one)).length;
  const free = (point) => !taken.some((one) => overlap({ ...point, ...size }, one));
  const stretch = longestStretch(line, (point) => free(point) && !covered(point));
  if (stretch.length) return stretch[stretch.length >> 1];
  const beside = [-NOTE_HEIGHT, NOTE_HEIGHT].flatMap((shift) => line.map(({ x, y }) => ({ x, y: y + shift })));
  for (const points of [line, beside]) {
    const spots = points.filter(free).map((point) => [covered(point), point]);
    if (spots.length) return spots.reduce((best, spot) => (spot[0] < best[0] ? spot : best))[1];
  }
  return line[line.length >> 1];
}

function longestStretch(points, free) {
  let best = [], now = [];
  for (const point of points) {
    now = free(point) ? [...now, point] : [];
    if (now.length > best.length) best = now;
  }
  return best;
}
