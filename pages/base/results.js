// Results and points as text.

/** @typedef {{ text: string, token: string, official: boolean }} Result */

/** A result as it is shown: `1–0`, `½–½`, `+ –`. @param {Result | null | undefined} result */
export function resultText(result) {
  return result ? result.text.replaceAll("-", "–") : "";
}

/** A result in words, for ears. @param {Result} result */
export function resultInWords(result) {
  /** @type {Record<string, string>} */
  const said = { "1-0": "White won", "0-1": "Black won", "1/2-1/2": "draw" };
  return `${said[result.token] ?? result.text}${result.official ? "" : ", provisional"}`;
}

/** `1–0` in its two parts; a forfeit has a space between them. @param {Result} result */
function sides(result) {
  const between = result.text.includes(" ") ? " " : "-";
  const [white, black = ""] = result.text.split(between);
  return { white, black, between };
}

/** A result as the other side has it, where the colours of a game were exchanged. @param {Result} result */
export function turned(result) {
  const { white, black, between } = sides(result);
  return black ? resultText({ ...result, text: `${black}${between}${white}` }) : resultText(result);
}

/** What a side has of a result: `1`, `½`, `+`. @param {Result} result @param {"white" | "black"} side */
export function score(result, side) {
  return sides(result)[side];
}

/** `5.5` as `5½`, `1.0` as `1`. @param {string} points */
export function pointsText(points) {
  return points.replace(/\.0$/, "").replace(/\.5$/, "½").replace(/^0½/, "½");
}
