// One board of the round as a row: who plays, the result and its buttons, its state, the clocks.

import { html, useComputed, useLayoutEffect, useRef } from "../../base/html.js";
import { longClockText } from "../../base/times.js";
import { StateChip, gameAddress } from "../game/game-parts.js";
import { isTroubled } from "./needs.js";
import { Person } from "../person.js";
import { MAIN, isAmong, mayGive, standing } from "./result-codes.js";
import { isBusy } from "./results.js";

/** @typedef {import("../state.js").Board} Board */

/**
 * What can be done with the rows.
 *
 * @typedef {object} RowActions
 * @property {(game: string) => void} choose
 * @property {(game: string) => void} open show everything about the game
 * @property {(game: string, code: string) => void} give
 */

/**
 * @param {object} props
 * @param {import("../store.js").Store} props.store
 * @param {string} props.game
 * @param {RowActions} props.actions
 * @param {() => number} props.time the hall's, drawn anew each second
 * @param {boolean} props.correctable whether results of the round may be given
 * @param {string | undefined} props.missing what is wrong with its electronic board
 * @param {boolean} props.selected
 * @param {boolean} props.hidden
 */
export function BoardRow({ store, game, actions, time, correctable, missing, selected, hidden }) {
  const board = store.get(`board/${game}`);
  const busy = useComputed(() => isBusy(game)).value;
  const row = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => leaveDisabled(row.current));
  if (!board) return null;
  const clicked = (/** @type {Event} */ event) => {
    if (!(/** @type {Element} */ (event.target).closest("button"))) actions.choose(game);
  };
  return html`<tr
    ref=${row}
    data-game=${game}
    data-state=${board.state}
    data-board=${board.board}
    aria-selected=${String(selected)}
    class=${busy ? "busy" : ""}
    hidden=${hidden}
    onclick=${clicked}
  >
    <td class="board-no">
      ${board.board}
      ${board.what && html`<span class="what">${board.what}</span>`}
      ${board.live && html`<span class="live" title="electronic board">live</span>`}
    </td>
    <td class="white"><${Person} player=${board.white} /></td>
    <td class="results"><${ResultButtons} board=${board} busy=${busy} correctable=${correctable} actions=${actions} /></td>
    <td class="black"><${Person} player=${board.black} /></td>
    <td class="state"><${State} board=${board} missing=${missing} time=${time} /></td>
    <td class="last-move">
      ${board.last_move && html`<a href=${gameAddress(game)} title="all moves, and why">${board.last_move}</a>`}
    </td>
    <td class="clocks"><${Clocks} board=${board} time=${time} /></td>
  </tr>`;
}

/** Some browsers give the keys to nobody while a disabled button has the focus. @param {HTMLElement | null} row */
function leaveDisabled(row) {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.matches("button:disabled") && row?.contains(focused)) focused.blur();
}

/** The second click of a double click is no command: the first may be answered by then. @param {() => void} act */
function once(act) {
  return (/** @type {MouseEvent} */ event) => {
    if (!(event.detail > 1)) act();
  };
}

/** @param {{ board: Board, busy: boolean, correctable: boolean, actions: RowActions }} props */
function ResultButtons({ board, busy, correctable, actions }) {
  const other = board.official !== null && !isAmong(MAIN, board.official);
  return html`<div class="result-buttons" role="group" aria-label=${`Result of board ${board.board}`}>
    ${MAIN.map(([code, text]) => {
      const stands = standing(board, code);
      return html`<button
        key=${code}
        type="button"
        class=${stands}
        data-code=${code}
        aria-pressed=${String(stands === "official")}
        aria-label=${`Board ${board.board}: ${text}${stands && `, ${stands}`}`}
        disabled=${busy || !correctable || !mayGive(board, code)}
        onclick=${once(() => actions.give(board.game, code))}
      >${text}</button>`;
    })}
    <button
      type="button"
      class=${other ? "more official" : "more"}
      aria-label=${`Board ${board.board}: more results, and why`}
      disabled=${busy}
      onclick=${() => actions.open(board.game)}
    >${other ? board.official_text : "⋯"}</button>
  </div>`;
}

/** @param {{ board: Board, missing: string | undefined, time: () => number }} props */
function State({ board, missing, time }) {
  return html`
    <${StateChip} board=${board} />
    <span class="reason">${board.reasons[0]}</span>
    ${isTroubled(board) && board.since && html`<span class="small lasting">${lasting(board.since, time())}</span>`}
    ${board.notes.length > 0 && html`<span class="note">${board.notes[0]}</span>`}
    ${missing !== undefined && html`<span class="conflict-text block">${`electronic board offline: ${missing}`}</span>`}`;
}

/** How long it has been so: ` for 1:23`. @param {string} since @param {number} now */
function lasting(since, now) {
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return ` for ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Between two readings a running clock counts on. @param {{ board: Board, time: () => number }} props */
function Clocks({ board: { clock, official }, time }) {
  if (!clock) return null;
  const left = (/** @type {string} */ name, /** @type {number | null} */ seconds) => {
    if (seconds === null || clock.running !== name || official !== null) return seconds;
    return Math.max(0, seconds - Math.max(0, time() - Date.parse(clock.at)) / 1000);
  };
  const side = (/** @type {string} */ name, /** @type {number | null} */ seconds) =>
    html`<span class=${clock.running === name ? "running" : ""}>${longClockText(left(name, seconds))}</span>`;
  return html`${side("white", clock.white_s)}${side("black", clock.black_s)}`;
}
