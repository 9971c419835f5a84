// What is looked for and chosen among the round's boards.

import { computed, signal } from "../../base/html.js";
import { fits } from "./filters.js";
import { missingPort } from "./needs.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Board} Board */

export class RoundView {
  filter = signal("all");
  search = signal("");
  /** A mouse is over the rows; a finger never rests there. */
  pointed = signal(false);
  /** The game whose row has to come into sight. */
  sought = signal(/** @type {string | null} */ (null));
  #chosen = signal(/** @type {string | null} */ (null));
  #store;
  #asked = "";
  /** @type {string[]} */
  #held = [];

  /** The game that keys act on. */
  selected = computed(() => {
    const chosen = this.#chosen.value;
    return this.#store.boards().some((board) => board.game === chosen) ? chosen : null;
  });

  /** The games whose rows are shown: they do not move under a pointer that is about to click. */
  visible = computed(() => {
    const boards = this.#store.boards();
    const [filter, search] = [this.filter.value, this.search.value];
    const asked = [filter, search, ...boards.map((board) => board.game)].join("\n");
    if (!this.pointed.value || asked !== this.#asked)
      this.#held = boards.filter((board) => fits(board, this.missing(board), filter, search)).map((board) => board.game);
    this.#asked = asked;
    return this.#held;
  });

  /** @param {Store} store */
  constructor(store) {
    this.#store = store;
  }

  /** The port of an electronic board that should be there and is not. @param {Board} board */
  missing(board) {
    return missingPort(board, this.#store.get("ports") ?? []);
  }

  /** @param {string} game */
  choose(game) {
    this.#chosen.value = game;
  }

  /** Choose a game whose row may be out of sight. @param {string} game */
  seek(game) {
    this.choose(game);
    this.sought.value = game;
  }

  /** Choose the row above or below. @param {1 | -1} step */
  move(step) {
    const games = this.visible.peek();
    if (!games.length) return;
    const at = games.indexOf(this.selected.peek() ?? "");
    const first = step > 0 ? 0 : games.length - 1;
    this.seek(games[at < 0 ? first : Math.min(Math.max(at + step, 0), games.length - 1)]);
  }

  /** Choose the next game that is not decided. */
  advance() {
    const games = this.visible.peek();
    const rest = games.slice(games.indexOf(this.selected.peek() ?? "") + 1);
    const open = rest.find((game) => this.#store.get(`board/${game}`)?.state !== "confirmed");
    if (open) this.seek(open);
  }

  /** Choose what was searched for: a board's number comes before a name. False where nothing was. */
  seekFound() {
    const wanted = this.search.peek().trim();
    const found = this.visible.peek();
    if (!wanted || !found.length) return false;
    const numbered = found.find((game) => String(this.#store.get(`board/${game}`)?.board) === wanted);
    this.seek(numbered ?? found[0]);
    return true;
  }
}

/** @type {WeakMap<Store, RoundView>} */
const views = new WeakMap();

/** The one of a store, as it was left when another page was opened. @param {Store} store */
export function viewOf(store) {
  const view = views.get(store) ?? new RoundView(store);
  views.set(store, view);
  return view;
}
