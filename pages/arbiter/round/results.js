// Entering, confirming and overruling results, and what else is decided about a game.

import { ask } from "../../base/dialog.js";
import { html, signal } from "../../base/html.js";
import { words } from "../../base/text.js";
import { act as command } from "../commands.js";
import { Consequences } from "./consequences.js";
import { Evidence, Pair } from "../game/game-parts.js";
import { FORFEITS, MAIN, meaning, shown } from "./result-codes.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Board} Board */

const JUST_NOW_MS = 150; // nobody reads a change and clicks in less

/** The games with a command on its way. */
const busy = signal(/** @type {ReadonlySet<string>} */ (new Set()));

/** Whether a command about a game is on its way. @param {string} game */
export function isBusy(game) {
  return busy.value.has(game);
}

/**
 * One command at a time for a game: a second click finds the first on its way.
 *
 * @param {Store} store
 * @param {Board} board
 * @param {string} kind
 * @param {import("../commands.js").Fields} fields
 * @param {{ text: string, undo?: () => void, official?: string }} done what to say, and until
 *   when: as long as the official result is this
 */
async function act(store, { game, board }, kind, fields, { text, undo, official }) {
  if (busy.peek().has(game)) return;
  const holds = official ? () => store.get(`board/${game}`)?.official === official : null;
  busy.value = new Set([...busy.peek(), game]);
  try {
    const told = { undo, about: game, holds, seenMs: JUST_NOW_MS, scope: game };
    await command(store, kind, { game, ...fields }, `Board ${board}: ${text}`, told);
  } finally {
    busy.value = new Set([...busy.peek()].filter((other) => other !== game));
  }
}

/** What a click on a result means depends on what is known of the game. @param {Store} store @param {Board} board @param {string} code */
export async function give(store, board, code) {
  if (busy.peek().has(board.game)) return;
  const meant = meaning(board, code);
  if (meant === "nothing") return;
  if (meant === "rule") {
    await overrule(store, board, code);
    return;
  }
  if (meant === "forfeit" && !(await isSure(board, code))) return;
  const undo = () => reopen(store, board, "entered by mistake");
  if (meant === "confirm") {
    await act(store, board, "confirm_result", { result: code }, { text: `${shown(code)} confirmed`, undo, official: code });
    return;
  }
  if (store.get("me")?.may_confirm)
    await act(store, board, "enter_result", { result: code }, { text: `${shown(code)} entered`, undo, official: code });
  else await report(store, board, code);
}

/** @param {Board} board @param {string} code */
async function isSure(board, code) {
  const forfeit = FORFEITS.find(([other]) => other === code);
  const played = board.plies ? `${board.plies} half-moves were played on this board.` : "A game that was not played is not rated.";
  return await ask({
    title: `Board ${board.board}: ${shown(code)}, ${forfeit?.[2]}?`,
    body: html`<${Pair} board=${board} /><p>${played}</p>`,
    actions: [{ value: "yes", label: `Enter ${shown(code)}` }],
  });
}

/** @param {Store} store @param {Board} board @param {string} code */
async function report(store, board, code) {
  await act(store, board, "enter_result", { result: code }, { text: `${shown(code)} reported` });
}

/** @param {Store} store @param {Board} board */
export async function confirm(store, board) {
  if (board.state === "proposed" && board.proposed !== null) await give(store, board, board.proposed);
}

/** @param {Store} store @param {Board} board @param {string} code */
async function overrule(store, board, code) {
  if (!store.get("me")?.may_confirm) {
    const claimed = await ask({
      title: `Board ${board.board}: report ${shown(code)}?`,
      body: html`<${Pair} board=${board} /><${Evidence} board=${board} /><p>An arbiter will decide.</p>`,
      actions: [{ value: "claim", label: `Report ${shown(code)}`, class: "primary" }],
    });
    if (claimed) await report(store, board, code);
    return;
  }
  const chosen = await ask({
    title: `Board ${board.board}: rule ${shown(code)}?`,
    body: html`
      <${Pair} board=${board} />
      <${ResultNow} board=${board} />
      <${Evidence} board=${board} />
      ${board.official !== null && html`<${Consequences} game=${board.game} code=${code} />`}`,
    reason: { hint: "for example: match card signed by both players" },
    actions: [{ value: "rule", label: `Rule ${shown(code)}`, class: "primary" }],
  });
  if (!chosen) return;
  const fields = { result: code, reason: chosen.reason };
  await act(store, board, "rule_result", fields, { text: `${shown(code)} ruled`, official: code });
}

/** @param {{ board: Board }} props */
function ResultNow({ board }) {
  if (board.official_text) return html`<p class="now">${`Official now: ${board.official_text}.`}</p>`;
  return board.proposed_text && html`<p class="now">${`Proposed now: ${board.proposed_text}.`}</p>`;
}

/** @param {Store} store @param {Board} board @param {string | null} reason asked for where there is none */
export async function reopen(store, board, reason = null) {
  let why = reason;
  if (why === null) {
    const chosen = await ask({
      title: `Board ${board.board}: reopen the game?`,
      body: html`<${Pair} board=${board} /><p>Its result and all claims are set aside; the game goes on.</p>`,
      reason: { hint: "for example: the result was entered on the wrong board" },
      actions: [{ value: "reopen", label: "Reopen", class: "primary" }],
    });
    if (!chosen) return;
    why = chosen.reason;
  }
  await act(store, board, "reopen_game", { reason: why }, { text: "reopened" });
}

/** @param {Store} store @param {Board} board @param {string} source */
export async function setAside(store, board, source) {
  const chosen = await ask({
    title: `Board ${board.board}: set the claim of the ${words(source)} aside?`,
    reason: { hint: "for example: the kings were put away before the game ended" },
    actions: [{ value: "withdraw", label: "Set aside", class: "primary" }],
  });
  if (chosen) await act(store, board, "withdraw_claim", { source, reason: chosen.reason }, { text: "claim set aside" });
}

/** Rating alone: what the standings say stays. @param {Store} store @param {Board} board */
export async function rate(store, board) {
  const chosen = await ask({
    title: `Board ${board.board}: another result for rating?`,
    body: html`<${Pair} board=${board} /><p class="now">${`The standings keep ${board.official_text}.`}</p>`,
    reason: { hint: "for example: the game was played, the standings' result is a sanction" },
    actions: [
      ...MAIN.map(([code, label]) => ({ value: code, label })),
      { value: "1/2-1/2 unrated", label: "Not rated" },
      ...(board.rated ? [{ value: "same", label: "As in the standings" }] : []),
    ],
  });
  if (!chosen) return;
  const same = chosen.value === "same";
  const fields = { result: same ? null : chosen.value, reason: chosen.reason };
  const text = same ? "rated as in the standings" : "the result for rating is set";
  await act(store, board, "set_rating_result", fields, { text });
}

/** @param {Store} store @param {Board} board */
export async function takeOver(store, board) {
  const chosen = await ask({
    title: `Board ${board.board}: record it by hand?`,
    body: html`<p>The electronic board is not read for this game any more.</p>`,
    reason: { hint: "for example: the board has a faulty square" },
    actions: [{ value: "take", label: "Record by hand", class: "primary" }],
  });
  if (chosen) await act(store, board, "take_over_game", { reason: chosen.reason }, { text: "recorded by hand" });
}

/** @param {Store} store @param {Board} board */
export async function writeMoves(store, board) {
  const chosen = await ask({
    title: `Board ${board.board}: write moves down`,
    body: html`<p>${board.last_move ? `After ${board.last_move}.` : "From the start."}</p>`,
    reason: { label: "Moves", hint: "for example: 12. Nf3 d5 13. c4" },
    actions: [{ value: "write", label: "Write down", class: "primary" }],
  });
  if (chosen) await act(store, board, "record_moves", { moves: chosen.reason }, { text: "moves written down" });
}

/** @param {Store} store @param {Board} board */
export async function takeBack(store, board) {
  const chosen = await ask({
    title: `Board ${board.board}: take ${board.last_move} back?`,
    reason: { hint: "for example: misread the scoresheet" },
    actions: [{ value: "back", label: "Take back", class: "primary" }],
  });
  if (chosen)
    await act(store, board, "take_back_move", { reason: chosen.reason }, { text: `${board.last_move} taken back` });
}
