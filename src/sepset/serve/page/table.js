// What was understood of each column, and controls that mend it.

const ROLES = [["", "variable"], ["root", "cause only"], ["sink", "effect only"], ["dropped", "left out"]];

function showTable(read) {
  state.read = read;
  const used = read.columns.filter((column) => column.state === "used");
  const dropped = read.dropped ? `, ${read.dropped.toLocaleString("en")} left out for missing values` : "";
  byId("size").textContent = `${used.length} used of ${read.columns.length}; ${read.rows.toLocaleString("en")} rows${dropped}`;
  showColumns(read);
  showWarnings(read.warnings);
  showPairs();
  showTiers();
}

function showColumns({ columns, mendable }) {
  if (!differs("columns", columns, mendable, state.kinds, state.roles, state.tiers)) return;
  const held = document.activeElement?.dataset?.control; // the keyboard stays where it was
  byId("columns").replaceChildren(...columns.map((column) => columnRow(column, mendable)));
  if (held) document.querySelector(`[data-control="${CSS.escape(held)}"]`)?.focus();
}

function columnRow(column, mendable) {
  const row = element("li", "", null, column.state === "used" ? "" : "out");
  const name = element("div", "", row, "what");
  element("bdi", column.name, name);
  for (const words of [column.holds, column.missing, column.reason]) if (words) element("small", words, name);
  kindControl(column, row, mendable);
  roleControl(column, row, mendable);
  tierControl(column, row);
  return row;
}

function control(column, label, row) {
  const select = element("select", "", row);
  select.dataset.control = `${label} ${column.name}`;
  select.title = label;
  select.setAttribute("aria-label", `${label} of ${column.name}`);
  return select;
}

function kindControl(column, row, mendable) {
  const select = control(column, "Kind", row);
  const found = column.kind && !state.kinds[column.name] ? column.kind : "as found";
  fill(select, [["", found], ...payload.kinds], state.kinds[column.name] || "");
  select.disabled = !mendable || column.state === "dropped";
  select.addEventListener("change", () => {
    if (select.value) state.kinds[column.name] = select.value;
    else delete state.kinds[column.name];
    askSoon();
  });
}

function roleControl(column, row, mendable) {
  const select = control(column, "Role", row);
  if (column.state === "left out") {
    fill(select, [["", "left out"]], "");
    select.disabled = true;
    return;
  }
  fill(select, mendable ? ROLES : ROLES.slice(0, 3), state.roles[column.name] || "");
  select.addEventListener("change", () => {
    if (select.value) state.roles[column.name] = select.value;
    else delete state.roles[column.name];
    askSoon();
  });
}

function tierControl(column, row) {
  if (column.state !== "used") return;
  const select = control(column, "Tier", row);
  const tiers = Array.from({ length: state.tiers.length + 1 }, (_, i) => [String(i), `tier ${i + 1}`]);
  fill(select, [["", "no tier"], ...tiers], tierOf(column.name) < 0 ? "" : String(tierOf(column.name)));
  select.addEventListener("change", () => moveTo(column.name, select.value === "" ? -1 : Number(select.value)));
}

function showWarnings(warnings) {
  const note = byId("warned");
  note.hidden = !warnings.length;
  note.querySelector("summary").textContent = `${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"} about the data`;
  note.querySelector("ul").replaceChildren(...warnings.map((warning) => element("li", warning)));
}
