// What is known of one game's moves, and what an arbiter is doing with them.

import { signal } from "../../base/html.js";
import { Refused, act, post } from "../commands.js";

const QUIET_MS = 700; // moves that come quickly are asked for together

/**
 * @typedef {object} Move
 * @property {number} ply
 * @property {string} number `24.` or `24…`
 * @property {string} san
 * @property {string} uci
 * @property {string} at
 * @property {number | null} clock_s
 * @property {"certain" | "likely" | "unclear"} certainty
 * @property {string[]} marks
 * @property {string} confirmed by what; empty while nothing has
 * @property {string} by who wrote it down or chose it; empty for a board
 * @property {string} reason the evidence, in a sentence
 * @property {string} squares what stands on the board after it
 *
 * @typedef {object} Line one of those that there are to choose from
 * @property {string[]} moves
 * @property {string} text
 * @property {string} squares
 * @property {boolean} now
 *
 * @typedef {object} Doubt
 * @property {number} from_ply
 * @property {string} text
 * @property {string} at
 * @property {Line[]} lines
 *
 * @typedef {object} Correction
 * @property {string} at
 * @property {string} text
 * @property {string} by
 * @property {string} reason
 *
 * @typedef {object} Found
 * @property {Move[]} moves
 * @property {Doubt[]} doubts
 * @property {Correction[]} corrections
 *
 * @typedef {object} Offer a corrected line, or in `refused` why none fits
 * @property {string} refused
 * @property {string[]} notes
 * @property {number} from_ply
 * @property {string[]} before
 * @property {unknown[]} moves
 * @property {string} now_text
 * @property {string} then_text
 * @property {string} now_squares
 * @property {string} then_squares
 * @property {boolean} same
 *
 * @typedef {"scoresheet" | "moves" | "move"} Written
 */

export class GameWork {
  found = signal(/** @type {Found | null} */ (null));
  /** The half-move whose evidence is shown. */
  chosen = signal(/** @type {number | null} */ (null));
  /** What is being copied from a scoresheet. */
  text = signal("");
  what = signal(/** @type {Written} */ ("scoresheet"));
  offer = signal(/** @type {Offer | { refused: string } | "reading" | null} */ (null));
  #store;
  #asked = 0;

  /** @param {import("../store.js").Store} store @param {string} game */
  constructor(store, game) {
    this.#store = store;
    this.game = game;
  }

  /** Load what is known, now and when the game goes on; returns what ends it. */
  keepLoaded() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    const forget = this.#store.onChange((changed) => {
      if (!changed.has(`board/${this.game}`)) return;
      waiting ??= setTimeout(() => {
        waiting = undefined;
        this.load();
      }, QUIET_MS);
    });
    this.load();
    return () => {
      clearTimeout(waiting);
      forget();
    };
  }

  async load() {
    try {
      const answer = await fetch(`/api/game?${new URLSearchParams({ game: this.game })}`, { cache: "no-store" });
      this.found.value = answer.ok ? await answer.json() : null;
    } catch {
      // The header says that the program does not answer.
    }
  }

  /** Do something to the game; true where it was done. @param {string} kind @param {import("../commands.js").Fields} fields @param {string} done */
  async act(kind, fields, done) {
    const { game } = this;
    const board = this.#store.get(`board/${game}`)?.board ?? "";
    const did = await act(this.#store, kind, { game, ...fields }, `Board ${board}: ${done}`, { about: game, scope: game });
    if (did) await this.load();
    return did;
  }

  /** Ask what fits to what is written. An answer to what is no longer written is not shown. */
  async look() {
    const asked = (this.#asked += 1);
    this.offer.value = "reading";
    const offer = await this.#fetchOffer();
    if (asked === this.#asked) this.offer.value = offer;
  }

  /** @returns {Promise<Offer | { refused: string }>} */
  async #fetchOffer() {
    try {
      return await post("/api/offers", { game: this.game, text: this.text.peek(), what: this.what.peek() });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { refused: error.message };
    }
  }

  dropOffer() {
    this.#asked += 1;
    this.offer.value = null;
  }

  /** @param {Offer} offer @param {string} reason */
  async accept({ from_ply, before, moves }, reason) {
    if (!(await this.act("correct_line", { from_ply, before, moves, reason }, "the moves are corrected"))) return;
    this.dropOffer();
    this.text.value = "";
  }
}

/** @type {GameWork | null} */
let newest = null;

/** The work on a game, as it was left: a half copied scoresheet waits while one looks elsewhere. @param {import("../store.js").Store} store @param {string} game */
export function workOn(store, game) {
  if (newest?.game !== game) newest = new GameWork(store, game);
  return newest;
}
