// What numbers beside edges are called: of a posterior probabilities, of resamples how often an edge came back.

const often = data.resamples === null ? "" : `${data.resamples.toLocaleString("en-US")} resamples`;

const NONE_LEFT = often ? "No edge came back as often as that." : "No edge is as probable as that.";

// How many edges are drawn, and how many are hidden since they are less sure than asked for.
function sureWords(count) {
  const hidden = current().edges.length - count;
  if (often) {
    const rest = hidden ? `; ${counted(hidden)} found less often than in ${percentOf(state.least)} hidden` : "";
    return `${counted(count)} found in half of ${often} or more, the thicker the more often${rest}.`;
  }
  const rest = hidden ? `; ${counted(hidden)} less probable than ${percentOf(state.least)} hidden` : "";
  return `${counted(count)} of the ${graphOf(current())}, the thicker the surer${rest}.`;
}

// What the chances of a pair are chances of.
const chancesOf = (level) => (often ? `found in these shares of ${often}` : `in the ${graphOf(level)}${level.k === null ? ": what tests of any size could tell" : ""}`);
const graphOf = ({ k }) => (k === null ? "essential graph" : `${k}-essential graph`);
const percentOf = (share) => `${Math.round(100 * share)} %`;
