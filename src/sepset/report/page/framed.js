// In a frame beside its settings: tells the page around this one what is chosen, and how to come back to this view.

function tellAround() {
  const told = { address: addressOf(), chosen: state.chosen.map((node) => names[node]) };
  // Only a page of the same address hears it; this one may be in a sandbox, with no origin of its own.
  window.parent.postMessage({ sepset: told }, new URL(window.location.href).origin);
}

document.addEventListener("sepset-seen", tellAround);
if (window.parent !== window) tellAround();
