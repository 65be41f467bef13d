// The address after # restores what is seen: #k=2&pair=a,b, with show=tests, mode=matrix, least=70, focus=a, and of a large
// graph whole=1 or part=a,b,c, where they say more.

function addressOf() {
  const parts = [["k", boundWords(current())]];
  if (data.sure && state.view === "tests") parts.push(["show", "tests"]);
  if (state.mode === "matrix" && !crowded) parts.push(["mode", "matrix"]);
  if (state.mode === "graph" && isCrowd()) parts.push(["mode", "graph"]);
  if (state.least) parts.push(["least", Math.round(100 * state.least)]);
  if (state.focus !== null) parts.push(["focus", names[state.focus]]);
  else if (state.shown === null && opening() !== null) parts.push(["whole", 1]);
  else if (state.shown !== null && !sameNodes(state.shown, opening())) parts.push(["part", [...state.shown].map((node) => names[node])]);
  if (state.chosen.length === 2) parts.push(["pair", state.chosen.map((node) => names[node])]);
  else if (state.chosen.length === 1) parts.push(["node", names[state.chosen[0]]]);
  return `#${parts.map(([name, value]) => `${name}=${[value].flat().map((one) => encodeURIComponent(one)).join(",")}`).join("&")}`;
}

const sameNodes = (one, other) => other !== null && one.size === other.size && [...one].every((node) => other.has(node));

function writeAddress() {
  if (reading) return;
  document.dispatchEvent(new Event("sepset-seen"));
  try {
    window.history.replaceState(null, "", addressOf());
  } catch {
    // A page in a frame of its own, as in a notebook, has no address to change.
  }
}

function readAddress() {
  const parts = new Map();
  for (const part of window.location.hash.slice(1).split("&")) {
    const [name, value] = part.split("=");
    if (value !== undefined) parts.set(name, value.split(",").map(decoded));
  }
  if (!parts.size) return;
  reading = true;
  const numbers = (name) => (parts.get(name) || []).map((one) => names.indexOf(one)).filter((node) => node >= 0);
  if (data.sure && parts.has("show")) showView(parts.get("show")[0] === "tests" ? "tests" : "sure");
  if (parts.has("least") && data.sure) least.value = parts.get("least")[0], setLeast(Number(least.value) / 100);
  const level = levels().findIndex((one) => boundWords(one) === (parts.get("k") || [])[0]);
  if (level >= 0) setLevel(level);
  const [focus] = numbers("focus");
  if (focus !== undefined || state.focus !== null) setFocus(focus ?? null);
  if (parts.has("whole")) setShown(null);
  else if (numbers("part").length) setShown(new Set(numbers("part")));
  const [mode] = parts.get("mode") || [];
  if (mode || !crowded) setMode(mode === "matrix" ? "matrix" : "graph", Boolean(mode));
  const chosen = [...numbers("pair"), ...numbers("node")].slice(0, 2);
  if (!chosen.length && focus !== undefined) chosen.push(focus);
  if (chosen.length || state.chosen.length) choose(chosen);
  reading = false;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

window.addEventListener("hashchange", readAddress);
readAddress();
