// The boards that need somebody, those that matter most first.

import { html } from "../../base/html.js";
import { gameAddress } from "../game/game-parts.js";
import { MeetingButton, waitingMeetings } from "./meetings.js";

/** @typedef {import("../state.js").Board} Board */
/** @typedef {import("../state.js").Port} Port */

const TROUBLES = ["conflict", "unclear", "offline"];

/** Whether a board's own state asks for somebody. @param {Board} board */
export function isTroubled(board) {
  return TROUBLES.includes(board.state);
}

/** Whether anything about a board asks for somebody. @param {Board} board @param {Port | null} missing */
export function needsSomebody(board, missing) {
  return isTroubled(board) || board.doubts > 0 || missing !== null;
}

/** The port of a configured electronic board that is not there, though the game could be read. @param {Board} board @param {Port[]} ports */
export function missingPort(board, ports) {
  if (board.live || board.by_hand || board.official !== null) return null;
  return ports.find((one) => one.board === board.board) ?? null;
}

/**
 * The boards that need somebody, by what they need; a board may be among several.
 *
 * @param {Board[]} boards
 * @param {(board: Board) => Port | null} missing
 */
export function needing(boards, missing) {
  return {
    troubled: boards
      .filter(isTroubled)
      .sort((one, other) => TROUBLES.indexOf(one.state) - TROUBLES.indexOf(other.state)),
    doubtful: boards.filter((board) => board.doubts > 0),
    offline: boards.flatMap((board) => {
      const port = isTroubled(board) ? null : missing(board);
      return port ? [{ board, port }] : [];
    }),
    count: boards.filter((board) => needsSomebody(board, missing(board))).length,
  };
}

/**
 * @param {object} props
 * @param {import("../store.js").Store} props.store
 * @param {import("./round-view.js").RoundView} props.view
 * @param {(game: string) => void} props.open
 */
export function Needs({ store, view, open }) {
  const meetings = waitingMeetings(store);
  const { troubled, doubtful, offline, count } = needing(store.boards(), (board) => view.missing(board));
  const all = count + meetings.length;
  return html`<div class="needs" role="region" aria-label="Boards that need you">
    ${all === 0 && html`<span class="small">No board needs you.</span>`}
    ${all > 0 && html`<strong>${all === 1 ? "1 board needs you" : `${all} boards need you`}</strong>`}
    ${troubled.map((board) => html`<${Troubled} key=${`trouble ${board.game}`} board=${board} open=${open} />`)}
    ${meetings.map((meeting) => html`<${MeetingButton} key=${`meeting ${meeting.pairing}`} store=${store} meeting=${meeting} />`)}
    ${doubtful.map((board) => html`<${Doubtful} key=${`doubt ${board.game}`} board=${board} />`)}
    ${offline.map(({ board, port }) => html`<${Offline} key=${`offline ${board.game}`} board=${board} port=${port} />`)}
  </div>`;
}

/** @param {{ board: Board, open: (game: string) => void }} props */
function Troubled({ board, open }) {
  return html`<button type="button" data-state=${board.state} onclick=${() => open(board.game)}>
    <strong>${`Board ${board.board}: ${board.state}`}</strong>
    <span>${board.reasons[0]}</span>
  </button>`;
}

/** @param {{ board: Board }} props */
function Doubtful({ board }) {
  return html`<a class="button" href=${gameAddress(board.game)} data-state="unclear">
    <strong>${`Board ${board.board}: which moves were played?`}</strong>
    <span>${board.unsure}</span>
  </a>`;
}

/** @param {{ board: Board, port: Port }} props */
function Offline({ board, port }) {
  return html`<a class="button" href="#hall" data-state="offline">
    <strong>${`Board ${board.board}: electronic board offline`}</strong>
    <span>${port.text}</span>
  </a>`;
}
