// The results that can be given, and what giving one means for a game as it stands.

/** @typedef {import("../state.js").Board} Board */
/** @typedef {[code: string, text: string, hint?: string]} ResultCode */

/** @type {ResultCode[]} */
export const MAIN = [
  ["1-0", "1-0"],
  ["1/2-1/2", "½-½"],
  ["0-1", "0-1"],
];
/** @type {ResultCode[]} */
export const FORFEITS = [
  ["+-", "+ −", "Black did not come"],
  ["-+", "− +", "White did not come"],
  ["--", "− −", "neither came"],
];
/** @type {ResultCode[]} */
export const ODD = [
  ["0-0", "0-0", "both lose"],
  ["1/2-0", "½-0", "White a draw, Black nothing"],
  ["0-1/2", "0-½", "Black a draw, White nothing"],
];
const SHOWN = new Map([...MAIN, ...FORFEITS, ...ODD].map(([code, text]) => [code, text]));

/** @param {string} code */
export function shown(code) {
  return SHOWN.get(code) ?? code;
}

/** @param {ResultCode[]} codes @param {string | null} code */
export function isAmong(codes, code) {
  return codes.some(([one]) => one === code);
}

/**
 * What giving a result means: nothing new, a ruling against what is known, a confirmation, a
 * forfeit that somebody should be sure of, or a plain entry.
 *
 * @param {Board} board
 * @param {string} code
 * @returns {"nothing" | "rule" | "confirm" | "forfeit" | "enter"}
 */
export function meaning(board, code) {
  if (board.official === code && board.state === "confirmed") return "nothing";
  if (board.official !== null || isDisputed(board, code) || isAmong(ODD, code)) return "rule";
  if (board.state === "proposed") return "confirm";
  return isAmong(FORFEITS, code) ? "forfeit" : "enter";
}

/** @param {Board} board @param {string} code */
function isDisputed(board, code) {
  if (board.state === "conflict" || (board.state === "unclear" && board.claims.length > 0)) return true;
  return board.proposed !== null && board.proposed !== code;
}

/** How one of the main results stands at a board. @param {Board} board @param {string} code @returns {"official" | "proposed" | ""} */
export function standing(board, code) {
  if (board.official === code) return "official";
  const agreed = board.state === "proposed" || board.state === "sign seen";
  return board.official === null && agreed && board.proposed === code ? "proposed" : "";
}

/** Whether a main result can be given; one that is official and confirmed is there already. @param {Board} board @param {string} code */
export function mayGive(board, code) {
  return meaning(board, code) !== "nothing";
}
