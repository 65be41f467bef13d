// Tiers as rows of variables, which a pointer drags and arrow keys move; the last row is a tier to come.

const tierOf = (name) => state.tiers.findIndex((tier) => tier.includes(name));

function moveTo(name, place) {
  if (place === tierOf(name)) return;
  state.tiers = state.tiers.map((tier) => tier.filter((other) => other !== name));
  if (place >= 0) (state.tiers[place] ||= []).push(name);
  // An empty tier in the middle would move all later ones: only those at the end go.
  while (state.tiers.length && !state.tiers[state.tiers.length - 1].length) state.tiers.pop();
  showTiers();
  askSoon();
}

function showTiers() {
  const board = byId("tiers"), names = variables();
  if (!differs("tiers", names, state.tiers)) return;
  const held = document.activeElement?.dataset?.chip;
  const rows = [["no tier", -1, names.filter((name) => tierOf(name) < 0)]];
  for (let i = 0; i <= state.tiers.length; i++) rows.push([`tier ${i + 1}`, i, (state.tiers[i] || []).filter((name) => names.includes(name))]);
  board.replaceChildren(...rows.map(([label, place, chips]) => tierRow(label, place, chips)));
  if (held) [...board.querySelectorAll(".chip")].find((chip) => chip.dataset.chip === held)?.focus();
}

function tierRow(label, place, chips) {
  const row = element("div", "", null, "tier");
  row.dataset.tier = place;
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", label);
  element("span", label, row);
  for (const name of chips) row.append(chipOf(name));
  return row;
}

function chipOf(name) {
  const chip = element("button", "", null, "chip");
  element("bdi", name, chip);
  chip.type = "button";
  chip.dataset.chip = name;
  chip.title = "Drag it to a tier, or move it with the arrow keys";
  chip.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    moveTo(name, Math.min(state.tiers.length, Math.max(-1, tierOf(name) + step)));
  });
  chip.addEventListener("pointerdown", (event) => {
    chip.setPointerCapture(event.pointerId);
    chip.classList.add("held");
  });
  chip.addEventListener("pointermove", (event) => chip.classList.contains("held") && mark(tierAt(event)));
  chip.addEventListener("pointerup", (event) => {
    chip.classList.remove("held");
    mark(null);
    const row = tierAt(event);
    if (row) moveTo(name, Number(row.dataset.tier));
  });
  chip.addEventListener("pointercancel", () => {
    chip.classList.remove("held");
    mark(null);
  });
  return chip;
}

const tierAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".tier");

function mark(row) {
  for (const other of document.querySelectorAll(".tier.over")) other.classList.remove("over");
  if (row) row.classList.add("over");
}
