// What is known beforehand: statements about two variables, chosen in the graph or here, and all of them in words.

const variables = () => (state.read ? state.read.columns.filter((column) => column.state === "used").map((column) => column.name) : []);

function showPairs() {
  const names = variables();
  for (const id of differs("pairs", names) ? ["pair-a", "pair-b"] : []) {
    const { value } = byId(id);
    fill(byId(id), [["", "-"], ...names], names.includes(value) ? value : "");
  }
  showStatements();
}

function choosePair(chosen) {
  const names = variables();
  if (chosen.length !== 2 || !chosen.every((name) => names.includes(name))) return;
  byId("pair-a").value = chosen[0];
  byId("pair-b").value = chosen[1];
  showStatements();
}

const isStated = (kind, a, b) => state.known.some((one) => one[0] === kind && one[1] === a && one[2] === b);

function toggleStatement(kind, a, b) {
  if (isStated(kind, a, b)) state.known = state.known.filter((one) => !(one[0] === kind && one[1] === a && one[2] === b));
  else state.known.push([kind, a, b]);
  showStatements();
  askSoon();
}

// One button for each thing that can be said of the two, both ways round.
function showStatements() {
  const [a, b] = ["pair-a", "pair-b"].map((id) => byId(id).value);
  if (!differs("statements", a, b, state.known)) return;
  const held = document.activeElement?.dataset?.statement;
  const place = byId("statements");
  place.replaceChildren();
  if (!a || !b || a === b) return;
  for (const [kind, template] of Object.entries(payload.statements)) {
    const ways = kind === "no_edge" ? [[a, b].sort()] : [[a, b], [b, a]];
    for (const [from, to] of ways) {
      const words = template.split(/\{([ab])\}/).map((part, i) => (i % 2 ? { a: from, b: to }[part] : part)).join("");
      const button = element("button", words, place);
      button.type = "button";
      button.dataset.statement = `${kind} ${from === a ? 1 : 2}`;
      button.setAttribute("aria-pressed", isStated(kind, from, to));
      button.addEventListener("click", () => toggleStatement(kind, from, to));
    }
  }
  if (held) place.querySelector(`[data-statement="${held}"]`)?.focus();
}

// What the server understood, in its words; each can be taken back.
function showKnown(known) {
  byId("known").replaceChildren(...known.map(({ kind, statement, words }) => {
    const item = element("li", "");
    element("span", words, item);
    const button = element("button", "Take back", item);
    button.type = "button";
    button.addEventListener("click", () => takeBack(kind, statement));
    return item;
  }));
}

function takeBack(kind, statement) {
  if (kind === "tiers") state.tiers = [];
  else if (kind === "roots" || kind === "sinks") delete state.roles[statement];
  else toggleStatement(kind, ...statement);
  showTiers();
  askSoon();
}

for (const id of ["pair-a", "pair-b"]) byId(id).addEventListener("change", showStatements);
