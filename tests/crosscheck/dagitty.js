// Answers of dagitty's own library: one JSON line {graph, cause, effect} in, one line of minimal and canonical sets out.
// Usage: node dagitty.js DAGITTY_ALG_JS < questions
const fs = require("fs");
const { DAGitty } = new Function(fs.readFileSync(process.argv[2], "utf8") + "; return { DAGitty };")();
const names = (sets) => sets.map((set) => set.map((node) => node.id).sort());
const lines = fs.readFileSync(0, "utf8").trim().split("\n");
const answers = lines.map((line) => {
  const asked = JSON.parse(line);
  const graph = DAGitty.GraphParser.parseGuess(asked.graph);
  graph.setSources([graph.getVertex(asked.cause)]);
  graph.setTargets([graph.getVertex(asked.effect)]);
  return JSON.stringify({
    minimal: names(DAGitty.GraphAnalyzer.listMsasTotalEffect(graph)),
    canonical: names(DAGitty.GraphAnalyzer.canonicalAdjustmentSet(graph)),
  });
});
process.stdout.write(answers.join("\n") + "\n");
