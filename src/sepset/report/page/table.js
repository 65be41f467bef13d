// The table of edges below: it follows k, sorts by its headings and filters by what is typed.

const edgeList = document.getElementById("edge-list");
const edgeFilter = document.getElementById("edge-filter");
const edgeTable = document.getElementById("edge-table");
const MOST_LISTED = limits.most_listed; // as many as the rows that the page begins with
const sorting = { column: null, turned: false };

const counted = (n) => (n === 1 ? "1 edge" : `${n.toLocaleString("en-US")} edges`);

const linkWords = (edge) => (edge.linked !== undefined ? percent(edge.linked) : evidenceWords(edge));
const endsWords = ({ exactly, status }) => (exactly !== undefined ? percent(exactly) : statuses[status]);

const COLUMNS = {
  from: (one, other) => names[one.a].localeCompare(names[other.a]),
  mark: (one, other) => data.arrows.indexOf(one.pattern) - data.arrows.indexOf(other.pattern),
  to: (one, other) => names[one.b].localeCompare(names[other.b]),
  link: (one, other) => (one.linked ?? -(one.p ?? 1)) - (other.linked ?? -(other.p ?? 1)),
  ends: (one, other) => (one.exactly ?? DOUBT.indexOf(one.status)) - (other.exactly ?? DOUBT.indexOf(other.status)),
};

function listEdges() {
  const wanted = edgeFilter.value.trim().toLowerCase();
  const all = edgesOf(current()).map(readEdge);
  const words = (edge) => [names[edge.a], edge.pattern, names[edge.b], linkWords(edge), endsWords(edge)].join(" ").toLowerCase();
  const edges = (wanted ? all.filter((edge) => words(edge).includes(wanted)) : all).sort(byDoubt);
  if (sorting.column) edges.sort(COLUMNS[sorting.column]);
  if (sorting.turned) edges.reverse();
  const some = wanted ? ` ${edges.length.toLocaleString("en-US")} match.` : "";
  const cut = edges.length > MOST_LISTED ? `; ${counted(MOST_LISTED)} are listed` : "";
  document.getElementById("edge-count").textContent = `${counted(all.length)} at k = ${boundWords(current())}${cut}.${some}`;
  edgeList.replaceChildren(...edges.slice(0, MOST_LISTED).map(edgeRow));
}

function edgeRow(edge) {
  const row = element("tr");
  const button = element("button", undefined, element("td", undefined, row), edge.status === "contradicted" ? "pair contradicted" : "pair");
  button.type = "button";
  button.dataset.pairOf = `${edge.a},${edge.b}`;
  element("bdi", names[edge.a], button);
  element("span", edge.pattern, element("td", undefined, row), "arrow");
  element("bdi", names[edge.b], element("td", undefined, row));
  element("td", linkWords(edge), row);
  element("td", endsWords(edge), row);
  return row;
}

edgeFilter.addEventListener("input", listEdges);

edgeTable.tHead.addEventListener("click", (event) => {
  const head = event.target.closest("[data-sort]");
  if (!head) return;
  const { sort } = head.dataset;
  Object.assign(sorting, { column: sort, turned: sorting.column === sort && !sorting.turned });
  for (const other of edgeTable.tHead.querySelectorAll("[data-sort]")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", sorting.turned ? "descending" : "ascending");
  listEdges();
});

// A row is chosen by clicking anywhere in it.
edgeList.addEventListener("click", (event) => {
  if (event.target.closest("button")) return; // every button of a pair is heard below
  event.target.closest("tr")?.querySelector("[data-pair-of]")?.click();
});
