// The report beside the settings, and what can be taken away. The report is in a sandbox: it can only say what is chosen in it.

const FILES = [["run.html", "Report page"], ["run.json", "Result as JSON"], ["run.py", "Python"], ["run.sh", "Command line"], ["knowledge.txt", "What is known"]];

function showAnswer({ number, python, shell }, of) {
  showProblem("");
  byId("python").textContent = python;
  byId("shell").textContent = shell;
  byId("files").replaceChildren(...FILES.map(([file, label]) => {
    const link = element("a", label);
    link.href = `answers/${number}/${file}`;
    link.download = file;
    return link;
  }));
  showReport(`answers/${number}/page`, of);
}

// The new graph in the report that is shown, until the one that explains it is there.
function drawAhead(drawing, of) {
  if (of !== choices) return;
  // The frame has no origin of its own that could be named; only this page's own reports are ever in it.
  byId("result").querySelector("iframe:not(.coming)")?.contentWindow.postMessage({ sepset: { drawing } }, "*");
}

// What was drawn ahead of an answer that does not come is taken back.
function takeBackAhead() {
  byId("result").classList.remove("ahead");
  const frame = byId("result").querySelector("iframe[data-ahead]");
  if (frame && !byId("result").querySelector(".coming")) showReport(frame.getAttribute("src").split("#")[0], frame.dataset.choices);
}

// The new report takes the old one's place when it is there, on the same view.
function showReport(page, of) {
  const place = byId("result");
  for (const late of place.querySelectorAll(".coming")) late.remove();
  const frame = element("iframe", "", place, "coming");
  frame.setAttribute("sandbox", "allow-scripts allow-downloads allow-modals");
  frame.title = "The report";
  frame.dataset.choices = of;
  frame.src = page + state.address;
}

// A reader who has looked elsewhere meanwhile stays there.
function takePlace(frame) {
  for (const other of byId("result").querySelectorAll("iframe")) if (other !== frame) other.remove();
  frame.classList.remove("coming");
  byId("result").classList.remove("ahead");
  const [page, address] = frame.getAttribute("src").split("#");
  if (state.address && state.address !== `#${address}`) frame.src = page + state.address;
  // A report that comes when more has been chosen already is still old.
  if (Number(frame.dataset.choices) === choices) byId("result").classList.remove("old");
}

let heard = ""; // the pair that was chosen in the report last

window.addEventListener("message", ({ source, data }) => {
  const from = [...byId("result").querySelectorAll("iframe")].find((frame) => frame.contentWindow === source);
  if (from && data?.sepset?.ahead === true) {
    from.dataset.ahead = "true";
    byId("result").classList.add("ahead");
  }
  if (!from || typeof data?.sepset?.address !== "string" || !Array.isArray(data.sepset.chosen)) return;
  if (from.classList.contains("coming")) return takePlace(from);
  state.address = data.sepset.address;
  // What was said of k or the view leaves a pair that was chosen beside the report meanwhile as it is.
  const chosen = JSON.stringify(data.sepset.chosen);
  if (chosen !== heard) choosePair(data.sepset.chosen);
  heard = chosen;
});
