// Asking the server: a table goes up, what is chosen goes up, and what happens comes back line by line.

let asking = null; // what stops the question that is on its way
let timer = 0;
let choices = 0; // how often something was chosen; an answer belongs to the choices before it was asked
let uploads = 0; // how many files were sent; only the last one begins

function say(words) {
  byId("status").textContent = words;
}

function showProblem(words) {
  byId("problem").textContent = words;
  byId("problem").hidden = !words;
}

function waiting(is) {
  byId("cancel").hidden = !is;
  byId("progress").hidden = !is;
  if (is) byId("progress").removeAttribute("value");
}

// Until the file is there, what is shown goes on: a file that is refused has changed nothing.
async function upload(file) {
  const mine = ++uploads;
  showProblem(file.size > payload.most ? payload.tooLarge : "");
  if (file.size > payload.most) return;
  say(`Loading ${file.name} ...`);
  try {
    const answer = await fetch(`tables?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const { table, name, problem } = await answer.json();
    if (mine !== uploads) return;
    if (problem) throw new Error(problem);
    begin(table, name);
  } catch (error) {
    if (mine !== uploads) return;
    say("");
    showProblem(gone(error) ? "The server does not answer; has it been stopped?" : error.message);
  }
}

const gone = (error) => error instanceof TypeError;

function begin(table, name) {
  forget();
  state.table = table;
  byId("file-name").textContent = name;
  document.title = `${name} - sepset, live`;
  byId("start").hidden = true;
  byId("settings").hidden = false;
  byId("result").hidden = false;
  outdate();
  ask();
}

// Whatever is chosen, the report that is shown is old from then on.
function outdate() {
  choices += 1;
  byId("result").classList.add("old");
  byId("result").classList.remove("ahead");
}

// Asks soon: what is chosen in quick succession is one question. What is typed may go on.
const AT_ONCE = 0, TYPED = 80;

function askSoon(after = AT_ONCE) {
  outdate();
  clearTimeout(timer);
  timer = setTimeout(ask, after);
}

function stop() {
  clearTimeout(timer);
  if (asking) asking.abort();
  ended();
}

// What was chosen meanwhile is still to be asked: the timer goes on.
function ended() {
  asking = null;
  waiting(false);
}

// The next question takes the place of the one before; "Cancel" stays where it is meanwhile.
async function ask() {
  clearTimeout(timer);
  if (!state.table) return;
  if (asking) asking.abort();
  const mine = new AbortController();
  const of = choices;
  asking = mine;
  const patience = setTimeout(() => mine === asking && waiting(true), 300);
  try {
    const body = JSON.stringify(asked());
    const answer = await fetch("answers", { method: "POST", body, signal: mine.signal });
    if (!answer.ok) throw new Error((await answer.json()).problem);
    for await (const event of lines(answer.body)) if (mine === asking) hear(event, of);
  } catch (error) {
    if (mine !== asking) return;
    say("");
    takeBackAhead();
    if (error.name !== "AbortError") showProblem(gone(error) ? "The server does not answer; has it been stopped?" : error.message);
  } finally {
    clearTimeout(patience);
    if (mine === asking) ended();
  }
}

async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

function hear({ known, read, progress, learned, drawing, answer, problem }, of) {
  if (known) showKnown(known);
  if (read) showTable(read);
  if (progress) showProgress(progress);
  if (learned) say(`Learned in ${inWords(learned.seconds)}.`);
  if (drawing) drawAhead(drawing, of);
  if (answer) showAnswer(answer, of);
  if (problem) {
    say("");
    takeBackAhead();
    showProblem(problem);
  }
}

function showProgress({ what, done, total, of }) {
  say(`${what}: ${done.toLocaleString("en")} of ${total.toLocaleString("en")} ${of}`);
  byId("progress").value = total ? done / total : 1;
}

function inWords(seconds) {
  return seconds < 1 ? `${Math.max(1, Math.round(1000 * seconds))} ms` : `${seconds.toFixed(1)} s`;
}

byId("cancel").addEventListener("click", () => {
  stop();
  takeBackAhead();
  say("Cancelled.");
});
