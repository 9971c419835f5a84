// The page's copy of what the desk knows: named parts, kept up to date by the server. Whoever
// reads a part while drawing is drawn again when that part changes.

import { Events } from "../base/events.js";
import { batch, signal } from "../base/html.js";

/** @typedef {import("./state.js").Parts} Parts */
/** @typedef {{ tournament: string, stage: string, round: string, after?: string }} Selection */

const HISTORY_MS = 1000;
const BOARD = "board/";

export class Store {
  /** What is looked at; empty texts for what the desk chooses. */
  selection = signal(/** @type {Selection} */ ({ tournament: "", stage: "", round: "" }));
  /** The newest fact of this page's own commands, by what they are about. @type {Map<string, number>} */
  own = new Map();
  #seq = 0;
  /** What stood on the page when. @type {[at: number, seq: number][]} */
  #seen = [];
  #ahead = 0; // ms that this computer's clock is ahead of the hall's
  /** @type {Map<string, import("../vendor/preact/signals.js").Signal<any>>} */
  #parts = new Map();
  #games = signal(/** @type {string[]} */ ([]));
  /** @type {Set<(changed: Set<string>) => void>} */
  #listeners = new Set();
  #events = new Events(
    () => `/api/events?${new URLSearchParams(Object.entries(this.selection.peek()).filter(([, value]) => value))}`,
    (news, first) => this.#take(news, first),
    leaveIfSignedOut,
  );

  /** Whether the desk is heard. */
  get link() {
    return this.#events.state;
  }

  /**
   * A part, null where there is none.
   *
   * @template {keyof Parts} Name
   * @param {Name} name
   * @returns {Parts[Name] | null}
   */
  get(name) {
    return this.#part(name).value;
  }

  /** The boards of the round, in their order. @returns {import("./state.js").Board[]} */
  boards() {
    const found = this.#games.value.map((game) => this.get(`${BOARD}${game}`));
    return found.filter((board) => board !== null).sort((one, other) => one.board - other.board);
  }

  /** What somebody who acts now can have seen: nobody reacts to the last moment's change. */
  seqSeen(agoMs = 0) {
    const limit = performance.now() - agoMs;
    return (this.#seen.findLast(([at]) => at <= limit) ?? this.#seen[0])?.[1] ?? this.#seq;
  }

  /** The time of day in the hall, in ms. */
  hallTime() {
    return Date.now() - this.#ahead;
  }

  /** For what is not drawn from the parts it reads. @param {(changed: Set<string>) => void} listener */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {Selection} selection */
  select(selection) {
    this.selection.value = selection;
    this.connect();
  }

  connect() {
    this.#events.open();
  }

  /** @param {string} name */
  #part(name) {
    let part = this.#parts.get(name);
    if (!part) this.#parts.set(name, (part = signal(null)));
    return part;
  }

  /** A new stream begins with everything. @param {import("./state.js").News} news @param {boolean} first */
  #take(news, first) {
    const gone = first ? [...this.#parts.keys()].filter((name) => !(name in news.parts)) : news.gone;
    this.#seq = news.seq;
    this.#ahead = Date.now() - Date.parse(news.now);
    const now = performance.now();
    this.#seen.push([now, news.seq]);
    while (this.#seen.length > 1 && this.#seen[1][0] < now - HISTORY_MS) this.#seen.shift();
    batch(() => {
      for (const [name, value] of Object.entries(news.parts)) this.#part(name).value = value;
      for (const name of gone) this.#part(name).value = null;
      this.#countGames();
    });
    const changed = new Set([...Object.keys(news.parts), ...gone]);
    for (const listener of this.#listeners) listener(changed);
  }

  #countGames() {
    const games = [...this.#parts]
      .filter(([name, part]) => name.startsWith(BOARD) && part.peek() !== null)
      .map(([name]) => name.slice(BOARD.length));
    if (games.join() !== this.#games.peek().join()) this.#games.value = games;
  }
}

async function leaveIfSignedOut() {
  try {
    const answer = await fetch("/api/state", { cache: "no-store" });
    if (answer.status === 401) location.replace("/sign-in");
  } catch {
    // The program does not run; trying again is all there is to do.
  }
}
