// What the page knows and what its reader has chosen. Text from the data is only ever set as textContent.

const payload = JSON.parse(document.getElementById("payload").textContent);
const byId = (id) => document.getElementById(id);

const state = {
  table: null, // the number under which the server keeps the table
  read: null, // what was understood of it
  kinds: {}, // kinds that the reader has set, by column
  roles: {}, // "root", "sink" or "dropped", by column; all others are plain variables
  tiers: [], // lists of columns, in order of time
  known: [], // pairs of a kind of statement and its two variables
  address: "", // what the reader looks at in the report
};

function element(tag, text, parent, className) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (className) made.className = className;
  if (parent) parent.append(made);
  return made;
}

// A choice among words: pairs of value and label, or words that are both.
function fill(select, options, value) {
  select.replaceChildren();
  for (const option of options) {
    const [word, label] = Array.isArray(option) ? option : [option, option];
    element("option", label, select).value = word;
  }
  select.value = value;
}

// Whether a part of the page shows something else now. What stays the same is left alone when an answer comes: a list
// that is open, a variable that is being dragged.
const drawn = new Map();

function differs(id, ...what) {
  const now = JSON.stringify(what), before = drawn.get(id);
  drawn.set(id, now);
  return now !== before;
}

const inRole = (role) => Object.keys(state.roles).filter((name) => state.roles[name] === role);

function knowledge() {
  const stated = { roots: inRole("root"), sinks: inRole("sink"), tiers: state.tiers.filter((tier) => tier.length) };
  for (const [kind, a, b] of state.known) (stated[kind] ||= []).push([a, b]);
  return Object.fromEntries(Object.entries(stated).filter(([, list]) => list.length));
}

// What is asked of the server: everything that was chosen.
function asked() {
  const number = (id) => (byId(id).value === "" ? null : Number(byId(id).value));
  return {
    table: state.table,
    kinds: state.kinds,
    drop: inRole("dropped"),
    missing: byId("missing").value,
    separator: byId("separator").value || null,
    decimal: byId("decimal").value,
    method: byId("method").value,
    k: number("k"),
    alpha: number("alpha"),
    knowledge: knowledge(),
  };
}

// A new table begins anew.
function forget() {
  Object.assign(state, { read: null, kinds: {}, roles: {}, tiers: [], known: [], address: "" });
}
