// The report beside the settings, and what can be taken away. The report is in a sandbox: it can only say what is chosen in it.

const FILES = [["run.html", "Report page"], ["run.json", "Result as JSON"], ["run.py", "Python"], ["run.sh", "Command line"], ["knowledge.txt", "What is known"]];

function showAnswer({ number, python, shell }) {
  showProblem("");
  byId("python").textContent = python;
  byId("shell").textContent = shell;
  byId("files").replaceChildren(...FILES.map(([file, label]) => {
    const link = element("a", label);
    link.href = `answers/${number}/${file}`;
    link.download = file;
    return link;
  }));
  showReport(`answers/${number}/page`);
}

// The new report takes the old one's place when it is there, on the same view.
function showReport(page) {
  const place = byId("result");
  for (const late of place.querySelectorAll(".coming")) late.remove();
  const frame = element("iframe", "", place, "coming");
  frame.setAttribute("sandbox", "allow-scripts allow-downloads allow-modals");
  frame.title = "The report";
  frame.src = page + state.address;
}

window.addEventListener("message", ({ source, data }) => {
  const frames = [...byId("result").querySelectorAll("iframe")];
  const from = frames.find((frame) => frame.contentWindow === source);
  if (!from || typeof data?.sepset?.address !== "string" || !Array.isArray(data.sepset.chosen)) return;
  if (from.classList.contains("coming")) {
    for (const frame of frames) if (frame !== from) frame.remove();
    from.classList.remove("coming");
    byId("result").classList.remove("old");
    return;
  }
  state.address = data.sepset.address;
  choosePair(data.sepset.chosen);
});
