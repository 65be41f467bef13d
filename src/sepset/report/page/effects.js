// The section on effects: the answer for the cause and the effect that are chosen. Answers come in the order of pairs.

if (data.answers.length) {
  const [cause, effect] = ["cause", "effect"].map((id) => document.getElementById(id));
  const place = document.getElementById("answer");

  const showAnswer = () => {
    place.replaceChildren();
    const [a, b] = [Number(cause.value), Number(effect.value)];
    if (a === b) {
      element("p", "Choose two different variables.", place, "quiet");
      return;
    }
    const { before, heads, rows, after } = data.answers[a * (names.length - 1) + (b < a ? b : b - 1)];
    for (const line of before) element("p", line, place).dir = "auto";
    if (rows.length) answerTable(heads, rows);
    for (const line of after) element("p", line, place, "quiet").dir = "auto";
  };

  const answerTable = (heads, rows) => {
    const table = element("table", undefined, element("div", undefined, place, "scroll"));
    const top = element("tr", undefined, element("thead", undefined, table));
    for (const head of heads) element("th", head, top).scope = "col";
    const body = element("tbody", undefined, table);
    for (const row of rows) {
      const line = element("tr", undefined, body);
      for (const cell of row) element("td", cell, line);
    }
  };

  effect.value = "1";
  for (const select of [cause, effect]) {
    select.addEventListener("change", showAnswer);
    select.addEventListener("keydown", (event) => event.stopPropagation()); // letters choose a name here
  }
  showAnswer();
}
