// What is said aloud of a game that somebody has open: new moves and the result, once each.

import { moveNumber, toMove } from "../base/position.js";
import { resultInWords } from "../base/results.js";
import { clockText } from "../base/times.js";
import { markWords } from "./words.js";

/** @typedef {{ plies: number, result: string }} Said */

/**
 * What is new since `said`, in words, and what has been said with it. Nothing of what was
 * there at the start (`said` null) is news.
 *
 * @param {Said | null} said
 * @param {import("./tournament.js").Game} game
 * @param {import("./messages.js").WireMove[]} moves
 * @returns {{ said: Said, words: string }}
 */
export function spoken(said, game, moves) {
  const result = game.result ? resultInWords(game.result) : "";
  const now = { plies: moves.length, result };
  if (!said) return { said: now, words: "" };
  const words = [];
  if (moves.length < said.plies) words.push("Line corrected.");
  if (moves.length > said.plies) words.push(moveInWords(moves[moves.length - 1]));
  if (result && result !== said.result) words.push(`${result}.`);
  return { said: now, words: words.join(" ") };
}

/** @param {import("./messages.js").WireMove} move */
function moveInWords(move) {
  const mover = toMove(move.fen) === "white" ? "Black" : "White";
  const time = move.clock === undefined ? "" : `, ${mover} ${clockText(move.clock)}`;
  const special = markWords(move);
  return `${moveNumber(move.fen)} ${move.san}${time}${special ? `, ${special}` : ""}.`;
}
