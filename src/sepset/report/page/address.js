// The address after # restores what is seen: #k=2&pair=a,b, with show=tests, mode=matrix, least=70, focus=a where they say more.

function addressOf() {
  const parts = [["k", boundWords(current())]];
  if (data.sure && state.view === "tests") parts.push(["show", "tests"]);
  if (state.mode === "matrix") parts.push(["mode", "matrix"]);
  if (state.least) parts.push(["least", Math.round(100 * state.least)]);
  if (state.focus !== null) parts.push(["focus", names[state.focus]]);
  if (state.chosen.length === 2) parts.push(["pair", state.chosen.map((node) => names[node])]);
  else if (state.chosen.length === 1) parts.push(["node", names[state.chosen[0]]]);
  return `#${parts.map(([name, value]) => `${name}=${[value].flat().map((one) => encodeURIComponent(one)).join(",")}`).join("&")}`;
}

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
  setMode(parts.get("mode")?.[0] === "matrix" ? "matrix" : state.mode);
  const [focus] = numbers("focus");
  if (focus !== undefined) setFocus(focus);
  const chosen = [...numbers("pair"), ...numbers("node")].slice(0, 2);
  if (chosen.length) choose(chosen);
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
