// The lines of games: fetched when somebody opens a game, carried on by what is told after.

import { signal } from "../base/html.js";

/** @typedef {import("./messages.js").WireMove} WireMove */
/** @typedef {import("./messages.js").MovesEvent} MovesEvent */
/** @typedef {{ start: string, moves: WireMove[] }} Line */

/**
 * @typedef {object} Kept
 * @property {import("../vendor/preact/signals.js").Signal<Line | null>} line null while it is fetched
 * @property {number} n the message that the line stands for
 * @property {[n: number, event: MovesEvent][]} waiting what came while it was fetched
 * @property {object} asking the fetch whose answer counts
 */

export class Lines {
  /** @type {Map<string, Kept>} */
  #kept = new Map();
  #fetch;
  #epoch;

  /**
   * @param {(path: string) => Promise<any>} fetch gets JSON from this server
   * @param {() => string} epoch that of the messages
   */
  constructor(fetch, epoch) {
    this.#fetch = fetch;
    this.#epoch = epoch;
  }

  /** The line of a game, null while it is being fetched. Lines of other games are forgotten. @param {string} game */
  of(game) {
    let kept = this.#kept.get(game);
    if (!kept) {
      this.#kept.clear();
      kept = { line: signal(null), n: 0, waiting: [], asking: {} };
      this.#kept.set(game, kept);
      this.#load(game, kept);
    }
    return kept.line;
  }

  /** Fetch anew all that is kept. */
  renew() {
    for (const [game, kept] of this.#kept) this.#load(game, kept);
  }

  /** Carry a line on. @param {number} n @param {MovesEvent} event */
  take(n, event) {
    const kept = this.#kept.get(event.game);
    if (kept?.line.peek()) this.#extend(kept, n, event);
    else kept?.waiting.push([n, event]);
  }

  /** @param {string} game @param {Kept} kept */
  async #load(game, kept) {
    const asking = (kept.asking = {});
    kept.line.value = null;
    kept.waiting = [];
    let answer;
    try {
      answer = await this.#fetch(`/line/${encodeURIComponent(game)}.json`);
    } catch {
      if (kept.asking === asking) this.#kept.delete(game); // asked again when it is next looked at
      return;
    }
    if (kept.asking !== asking || answer.epoch !== this.#epoch()) return;
    kept.n = answer.n;
    kept.line.value = { start: answer.start, moves: answer.moves };
    for (const [n, event] of kept.waiting.splice(0)) this.#extend(kept, n, event);
  }

  /** @param {Kept} kept @param {number} n @param {MovesEvent} event */
  #extend(kept, n, event) {
    const line = kept.line.peek();
    if (!line || n <= kept.n) return;
    if (event.ply - 1 > line.moves.length) {
      this.#load(event.game, kept);
      return;
    }
    kept.n = n;
    kept.line.value = { ...line, moves: [...line.moves.slice(0, event.ply - 1), ...event.moves] };
  }
}
