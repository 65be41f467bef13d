// In a frame beside its settings: tells the page around this one what is chosen, and how to come back to this view;
// and draws the next graph as soon as it is known, before the page that explains it is there.

function tellAround() {
  const told = { address: addressToCome(), chosen: state.chosen.map((node) => names[node]) };
  // Only a page of the same address hears it; this one may be in a sandbox, with no origin of its own.
  window.parent.postMessage({ sepset: told }, new URL(window.location.href).origin);
}

// Who looks at the largest k looks at the largest k of the next answer, too.
function addressToCome() {
  const address = addressOf();
  return state.level === levels().length - 1 ? address.replace(/^#k=[^&]*&?/, "#") : address;
}

// The same variables, joined in another way at the largest k. All but the drawing is of the answer before, and is dimmed.
function drawAhead(coming) {
  const atLargest = state.level === levels().length - 1;
  if (data.sure || !atLargest || JSON.stringify(coming.names) !== JSON.stringify(names)) return;
  Object.assign(LAYOUTS, { right: layoutOf(coming.right), down: layoutOf(coming.down) });
  VIEWS.tests = [levelAhead(coming)];
  refill(evidence, coming.evidence.map(([a, b, p]) => [key(a, b), p]), (entry) => evidence.set(...entry));
  refill(weak, coming.weak.map(([a, b]) => key(a, b)), (pair) => weak.add(pair));
  state.level = 0;
  Object.assign(bound, { max: coming.k, value: coming.k, disabled: true });
  document.getElementById("bound-value").textContent = coming.k;
  arrangement = { of: null };
  state.moved.clear();
  document.documentElement.classList.add("ahead");
  setMode(state.mode, false);
  draw();
  refit();
  sayChange(boundWords(current()), edgesOf(current()).length);
  window.parent.postMessage({ sepset: { ahead: true } }, new URL(window.location.href).origin);
}

function levelAhead({ k, edges }) {
  const level = { k, edges: edges.map(([a, pattern, b, status]) => [a, pattern, b, [], status]), more: new Map() };
  index(level);
  return level;
}

function refill(kept, entries, put) {
  kept.clear();
  entries.forEach(put);
}

document.addEventListener("sepset-seen", tellAround);
if (window.parent !== window) {
  tellAround();
  window.addEventListener("message", ({ source, data: said }) => {
    if (source === window.parent && said?.sepset?.drawing) drawAhead(said.sepset.drawing);
  });
}
