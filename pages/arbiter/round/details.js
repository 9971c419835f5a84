// Everything about one game: why it is so, and every result and decision there is.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { words } from "../../base/text.js";
import { presence, sinceWords } from "../hall/device.js";
import { LookAtBoard } from "../game/diagrams.js";
import { Evidence, Pair, StateChip, gameAddress } from "../game/game-parts.js";
import { FORFEITS, MAIN, ODD, shown } from "./result-codes.js";
import { confirm, give, rate, reopen, setAside, takeBack, takeOver, writeMoves } from "./results.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Board} Board */
/** @typedef {import("../../base/dialog.js").Action} Action */

const LOOK = new Set(["unclear", "conflict", "sign seen", "proposed"]);

/**
 * What setting a claim aside means, by who made it.
 *
 * @type {Record<string, string>}
 */
const ASIDE = {
  "king-sign": "the kings do not count as a result",
  position: "mate, stalemate or a dead position on the board does not count as a result",
  flag: "the fallen flag does not count as a result",
};

/** @type {Record<string, (store: Store, board: Board, about: string) => Promise<void>>} */
const DO = {
  confirm,
  result: give,
  aside: setAside,
  reopen: (store, board) => reopen(store, board),
  rating: rate,
  take: takeOver,
  moves: writeMoves,
  back: takeBack,
  game: async (_store, board) => {
    location.hash = gameAddress(board.game);
  },
};

/** Show a game's details, and do what is chosen there. @param {Store} store @param {Board} board */
export async function showDetails(store, board) {
  const chosen = await ask({
    title: `Board ${board.board}`,
    body: html`<${Details} board=${board} />`,
    actions: actionsFor(board, store.get("me")?.may_confirm ?? false),
  });
  if (!chosen?.value) return;
  const [what, about] = chosen.value.split(/:(.*)/s);
  // The game may have gone on while the dialog was open.
  await DO[what](store, store.get(`board/${board.game}`) ?? board, about);
}

/** @param {{ board: Board }} props */
function Details({ board }) {
  const [first = "", ...others] = board.reasons;
  return html`
    <${Pair} board=${board} />
    <p><${StateChip} board=${board} />${` ${first}`}</p>
    ${others.map((text) => html`<p key=${text} class="conflict-text">${text}</p>`)}
    ${board.notes.map((text) => html`<p key=${text} class="note">${text}</p>`)}
    <${Evidence} board=${board} />
    ${LOOK.has(board.state) && html`<${LookAtBoard} game=${board.game} />`}
    <dl class="facts">
      ${board.last_move && html`<dt>Last move</dt><dd>${board.last_move}</dd>`}
      ${board.device && html`<dt>Device</dt><dd><${DeviceFacts} device=${board.device} /></dd>`}
    </dl>`;
}

/** @param {{ device: import("../state.js").Device }} props */
function DeviceFacts({ device }) {
  return html`
    ${`${device.device}, ${presence(device)}${device.reason ? `: ${device.reason}` : ""}`}
    <span class="small block">${[device.port, sinceWords(device)].filter(Boolean).join(", ")}</span>
    ${device.warnings.map((text) => html`<span key=${text} class="conflict-text block">${text}</span>`)}`;
}

/**
 * What can be done about a game.
 *
 * @param {Board} board
 * @param {boolean} mayConfirm
 * @returns {Action[]}
 */
export function actionsFor(board, mayConfirm) {
  /** @type {(code: import("./result-codes.js").ResultCode) => Action} */
  const result = ([code, label, hint]) => ({ value: `result:${code}`, label, hint });
  return [
    ...(board.proposed !== null && board.state === "proposed" && mayConfirm
      ? [{ value: "confirm", label: `Confirm ${shown(board.proposed)}`, class: "primary" }]
      : []),
    { heading: "Played" },
    ...MAIN.map(result),
    { heading: "Not played" },
    ...FORFEITS.map(result),
    ...(mayConfirm ? [{ heading: "By ruling" }, ...ODD.map(result)] : []),
    { heading: "More" },
    { value: "game", label: "Moves, and why", hint: "every move with its evidence; correct the moves" },
    ...moreFor(board, mayConfirm),
  ];
}

/** @param {Board} board @param {boolean} mayConfirm @returns {Action[]} */
function moreFor(board, mayConfirm) {
  return [
    ...board.claims.map(({ source }) => ({
      value: `aside:${source}`,
      label: `Set the ${words(source)} aside`,
      hint: ASIDE[source] ?? "it does not count; the log keeps it",
    })),
    ...(board.official
      ? [{ value: "reopen", label: "Reopen the game", hint: "takes the official result back" }]
      : []),
    board.live
      ? { value: "take", label: "Record by hand", hint: "stop reading the electronic board here" }
      : { value: "moves", label: "Write moves down", hint: "continue the game's record yourself" },
    ...(board.official && mayConfirm ? [{ value: "rating", label: "Result for rating" }] : []),
    ...(!board.live && board.plies ? [{ value: "back", label: `Take ${board.last_move} back` }] : []),
  ];
}
