// The keys of the round: choose a board, give its result, look at why it is so.

import { dialogIsOpen } from "../../base/dialog.js";
import { MAIN, isAmong, mayGive } from "./result-codes.js";
import { isBusy } from "./results.js";

/** @typedef {import("../../base/keyboard.js").Keys} Keys */

/** @type {Record<string, string>} */
const RESULTS = { 1: "1-0", 0: "0-1", 2: "1/2-1/2", 5: "1/2-1/2", "=": "1/2-1/2", "½": "1/2-1/2" };

/**
 * @param {import("../store.js").Store} store
 * @param {import("./round-view.js").RoundView} view
 * @param {import("./board-row.js").RowActions} actions
 * @returns {Keys}
 */
export function roundKeys(store, view, actions) {
  const down = () => view.move(1);
  const up = () => view.move(-1);
  /** @param {string | null} code a key does what its button does, and nothing where that is disabled */
  const press = (code) => {
    const game = view.selected.peek();
    const board = game === null ? null : store.get(`board/${game}`);
    if (game === null || !board) return false;
    const enabled = !isBusy(game) && (store.get("round")?.correctable ?? false);
    if (!code || !enabled || !isAmong(MAIN, code) || !mayGive(board, code)) return true;
    if (!view.visible.peek().includes(game)) return true;
    actions.give(game, code);
    if (!dialogIsOpen()) view.advance();
    return true;
  };
  /** @type {Keys} */
  const results = Object.fromEntries(
    Object.entries(RESULTS).map(([key, code]) => [key, (event) => !event.repeat && press(code)]),
  );
  return {
    ...results,
    ArrowDown: down,
    j: down,
    ArrowUp: up,
    k: up,
    w: () => {
      const game = view.selected.peek();
      if (game === null) return false;
      actions.open(game);
      return true;
    },
    Enter: (event) => {
      const game = view.selected.peek();
      // There Enter is the button's or the link's own.
      if (game === null || /** @type {Element} */ (event.target).closest("button, a")) return false;
      return press(store.get(`board/${game}`)?.proposed ?? null);
    },
  };
}
