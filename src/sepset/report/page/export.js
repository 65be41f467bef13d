// Taking it away: the drawing as SVG or PNG with its legend, the result as text, one page of paper.

const DRAWN = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline", "paint-order"];
const taken = document.getElementById("taken");

// A copy of a drawing that needs no style sheet.
function standalone(original) {
  const copy = original.cloneNode(true);
  const pairs = [[original, copy]];
  while (pairs.length) {
    const [from, to] = pairs.pop();
    const style = getComputedStyle(from);
    for (const name of DRAWN) to.setAttribute(name, style.getPropertyValue(name));
    [...from.children].forEach((child, i) => pairs.push([child, to.children[i]]));
  }
  for (const gone of copy.querySelectorAll(".hit, .away, .cursor")) gone.remove();
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of ["class", "tabindex", "role", "aria-label", "aria-pressed", "aria-hidden", "data-node", "data-pair", "data-cell"]) one.removeAttribute(name);
  }
  return copy;
}

// The picture: title, drawing, legend. Everything that comes from data is text.
function picture() {
  const source = state.mode === "matrix" ? matrixPicture() : graphPicture();
  const width = Math.max(source.width, 480), top = 34;
  const items = [...document.querySelectorAll("#key li:not([hidden])")];
  const columns = Math.max(1, Math.floor(width / 330));
  const height = top + source.height + 34 * Math.ceil(items.length / columns) + 12;
  const ink = getComputedStyle(document.documentElement);
  const whole = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) whole.setAttribute(name, value);
  const paper = ink.getPropertyValue("--paper").trim(), letters = ink.getPropertyValue("--ink").trim();
  shape("rect", { width, height, fill: paper }, whole);
  const words = (x, y, text, size) =>
    (shape("text", { x, y, fill: letters, "font-size": size, "font-family": "system-ui, Helvetica, Arial, sans-serif" }, whole).textContent = text);
  words(16, 24, `${document.title}, k = ${boundWords(current())}`, 15);
  const inner = source.element;
  for (const [name, value] of Object.entries({ x: (width - source.width) / 2, y: top, width: source.width, height: source.height })) inner.setAttribute(name, value);
  whole.appendChild(inner);
  items.forEach((item, i) => {
    const x = 16 + (i % columns) * 330, y = top + source.height + 34 * Math.floor(i / columns);
    const sample = standalone(item.querySelector("svg"));
    for (const [name, value] of Object.entries({ x, y, width: 90, height: 24 })) sample.setAttribute(name, value);
    whole.appendChild(sample);
    words(x + 100, y + 16, item.querySelector("span").textContent, 12);
  });
  return { text: new XMLSerializer().serializeToString(whole), width, height };
}

function graphPicture() {
  const { x, y, width, height } = names.length ? extent() : { x: 0, y: 0, width: 10, height: 10 };
  const copy = standalone(graph);
  copy.setAttribute("viewBox", [x, y, width, height].map((v) => v.toFixed(1)).join(" "));
  return { element: copy, width, height };
}

function matrixPicture() {
  const side = names.length * cell.size, whole = document.createElementNS(SVG, "svg");
  for (const [className, x, y] of [["top", MATRIX_LABEL, 0], ["left", 0, MATRIX_LABEL], ["body", MATRIX_LABEL, MATRIX_LABEL]]) {
    const part = standalone(matrix.querySelector(`.${className}`));
    part.setAttribute("x", x);
    part.setAttribute("y", y);
    whole.appendChild(part);
  }
  return { element: whole, width: side + MATRIX_LABEL, height: side + MATRIX_LABEL };
}

function download(address, ending) {
  const link = element("a");
  link.href = address;
  link.download = `${document.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.${ending}`;
  link.click();
  taken.textContent = `saved as ${link.download}`;
}

const asAddress = (text) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;

function savePng() {
  const { text, width, height } = picture();
  const image = new Image();
  image.addEventListener("load", () => {
    const canvas = element("canvas");
    const scale = Math.min(2, 16000 / Math.max(width, height));
    canvas.width = width * scale;
    canvas.height = height * scale;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    download(canvas.toDataURL("image/png"), "png");
  });
  image.src = asAddress(text);
}

// The result as it is shown, in words and in the text form that sepset reads.
function asText() {
  const groups = [...document.querySelectorAll(".verdict section")].map(
    (group) => `${group.querySelector("h2").textContent}: ${[...group.querySelectorAll("li")].map((item) => item.textContent.trim()).join("; ")}`,
  );
  const edges = edgesOf(current()).map(readEdge).sort(byDoubt);
  const lines = edges.map((edge) => {
    const more = [linkWords(edge), endsWords(edge)].filter(Boolean).join(", ");
    return `${names[edge.a]} ${edge.pattern} ${names[edge.b]}${more ? `  # ${more}` : ""}`;
  });
  const lead = document.querySelector(".lead").textContent;
  return [document.title, document.getElementById("verdict").textContent, ...groups, lead, "", `Edges at k = ${boundWords(current())}:`, ...lines, ""].join("\n");
}

async function copyText() {
  const text = asText();
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not allowed here, as in a frame or an old browser: through a field that is selected.
    const field = element("textarea", text, document.body);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    if (!copied) return say("copying is not allowed here: open the page in a window of its own");
  }
  return say("copied");
}

function say(words) {
  taken.textContent = words;
}

let printing = false; // whether the browser has begun to print; an editor's frame, for one, may not let it

function printOnePage() {
  printing = false;
  document.documentElement.classList.add("one-page");
  window.print();
  if (printing) return;
  setTimeout(() => {
    if (printing) return;
    document.documentElement.classList.remove("one-page");
    say("printing is not allowed here: open the page in a window of its own");
  }, 1000);
}

window.addEventListener("beforeprint", () => { printing = true; });
window.addEventListener("afterprint", () => document.documentElement.classList.remove("one-page"));
document.getElementById("save-svg").addEventListener("click", () => download(asAddress(picture().text), "svg"));
document.getElementById("save-png").addEventListener("click", savePng);
document.getElementById("copy").addEventListener("click", copyText);
document.getElementById("print-one").addEventListener("click", printOnePage);
