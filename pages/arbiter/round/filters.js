// Which of the round's boards are shown: those of a kind, or those that are searched for.

import { html } from "../../base/html.js";
import { matches } from "../../base/text.js";
import { needsSomebody } from "./needs.js";

/** @typedef {import("../state.js").Board} Board */
/** @typedef {import("../state.js").Port} Port */
/** @typedef {import("./round-view.js").RoundView} RoundView */

/** @type {[name: string, label: string, test: (board: Board, missing: Port | null) => boolean][]} */
const FILTERS = [
  ["all", "All", () => true],
  ["open", "Open", (board) => board.state !== "confirmed"],
  ["needs", "Needs you", needsSomebody],
  ["proposed", "Proposed", (board) => board.state === "proposed"],
  ["live", "Live", (board) => board.live],
  ["hand", "By hand", (board, missing) => !board.live && !missing],
];

/**
 * Whether a board is among those that are looked for.
 *
 * @param {Board} board
 * @param {Port | null} missing the port of its electronic board, where that is not there
 * @param {string} filter
 * @param {string} search a board's number, or a part of a name
 */
export function fits(board, missing, filter, search) {
  const test = FILTERS.find(([name]) => name === filter)?.[2];
  if (test && !test(board, missing)) return false;
  return (
    String(board.board) === search.trim() || matches(search, board.white.name) || matches(search, board.black.name)
  );
}

/** @param {{ store: import("../store.js").Store, view: RoundView }} props */
export function Filters({ store, view }) {
  const boards = store.boards();
  return html`<div class="filters">
    ${FILTERS.map(
      ([name, label, test]) => html`<button
        key=${name}
        type="button"
        data-key=${`filter-${name}`}
        aria-pressed=${String(view.filter.value === name)}
        onclick=${() => (view.filter.value = name)}
      >${`${label} (${boards.filter((board) => test(board, view.missing(board))).length})`}</button>`,
    )}
    <${Search} view=${view} />
  </div>`;
}

/** @param {{ view: RoundView }} props */
function Search({ view }) {
  const typed = (/** @type {Event} */ event) => {
    view.search.value = /** @type {HTMLInputElement} */ (event.target).value;
  };
  return html`<input
    type="search"
    placeholder="Board or name"
    aria-label="Find a board or a name"
    value=${view.search.value}
    oninput=${typed}
    onkeydown=${(/** @type {KeyboardEvent} */ event) => pressed(view, event)}
  />`;
}

/** Enter and the arrow choose what was found: then keys act on that board. @param {RoundView} view @param {KeyboardEvent} event */
function pressed(view, event) {
  if (event.key === "Escape") view.search.value = "";
  else if (event.key === "Enter" || event.key === "ArrowDown") {
    if (!view.seekFound()) return;
    /** @type {HTMLInputElement} */ (event.target).blur();
  } else return;
  event.preventDefault();
  event.stopPropagation(); // the box is left already: the page would take the key for its own
}
