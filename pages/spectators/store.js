// What this page knows, kept in step with the server's messages (broadcast/messages/messages.py).

import { batch, signal } from "../base/html.js";
import { Lines } from "./lines.js";
import { Tournament } from "./tournament.js";

/** @typedef {import("./messages.js").Message} Message */
/** @typedef {import("./messages.js").Event} Event */
/** @typedef {import("./messages.js").WireGame} WireGame */
/** @typedef {import("./tournament.js").Game} Game */
/** @typedef {import("./tournament.js").GameSignal} GameSignal */

export class Store {
  epoch = "";
  n = 0;
  /** Minutes that this audience is behind. */
  delay = signal(0);
  tournaments = signal(/** @type {Map<string, Tournament>} */ (new Map()));
  lines;
  /** One signal for each game, which it keeps whatever is told anew. @type {Map<string, GameSignal>} */
  #games = new Map();
  #fetch;
  /** Rounds whose positions were asked for. @type {Set<string>} */
  #asked = new Set();

  /** @param {(path: string) => Promise<any>} fetch gets JSON from this server */
  constructor(fetch) {
    this.#fetch = fetch;
    this.lines = new Lines(fetch, () => this.epoch);
  }

  /** Take a message in; false where one before it is missing, and then a snapshot is needed. @param {Message} message */
  take(message) {
    if (message.type === "alive") return message.n === this.n;
    if (message.type === "delta") {
      if (message.n <= this.n) return true;
      if (message.n !== this.n + 1) return false;
      this.n = message.n;
      batch(() => message.events.forEach((event) => this.#apply(event)));
      return true;
    }
    batch(() => {
      this.epoch = message.epoch;
      this.n = message.n;
      this.delay.value = message.delay;
      this.#asked.clear();
      this.tournaments.value = new Map(message.tournaments.map((told) => [told.id, this.#read(told)]));
      this.lines.renew();
    });
    return true;
  }

  /** The next connection must begin with a snapshot. */
  forget() {
    this.epoch = "";
  }

  /** A game that is shown, with its tournament and its place there; else null. @param {string} id */
  find(id) {
    for (const tournament of this.tournaments.value.values()) {
      const game = tournament.games.get(id);
      const place = tournament.places.value.get(id);
      if (game && place) return { tournament, game, place };
    }
    return null;
  }

  /**
   * See to it that the positions of a round are known; snapshots leave old ones out.
   *
   * @param {Tournament} tournament
   * @param {import("./tournament.js").Round} round
   */
  async complete(tournament, round) {
    const unknown = (/** @type {string} */ id) => tournament.games.get(id)?.peek().fen === "";
    const asked = `${tournament.id}/${round.key}`;
    if (this.#asked.has(asked) || !round.pairings.some(({ games }) => games.some(unknown))) return;
    this.#asked.add(asked);
    /** @type {import("./messages.js").RoundGames} */
    let answer;
    try {
      answer = await this.#fetch(`/games/${encodeURIComponent(tournament.id)}/${round.key}.json`);
    } catch {
      this.#asked.delete(asked);
      return;
    }
    if (answer.epoch !== this.epoch) return;
    batch(() => {
      for (const { id, fen = "", san = "", uci = "" } of answer.games)
        if (unknown(id)) this.#change(id, { fen, san, uci });
    });
  }

  /** @param {import("./messages.js").WireTournament} told */
  #read(told) {
    return new Tournament(told, new Map(told.games.map((game) => [game.id, this.#learn(game)])));
  }

  /** @param {WireGame} told */
  #learn(told) {
    const game = whole(told);
    const known = this.#games.get(game.id);
    if (known) known.value = game;
    const kept = known ?? signal(game);
    this.#games.set(game.id, kept);
    return kept;
  }

  /** @param {string} id @param {Partial<Game>} change */
  #change(id, change) {
    const game = this.#games.get(id);
    if (game) game.value = { ...game.peek(), ...change };
  }

  /** @param {Event} event */
  #apply(event) {
    const tournaments = this.tournaments.peek();
    if (event.type === "tournament") {
      const told = this.#read(event.tournament);
      this.tournaments.value = new Map(tournaments).set(told.id, told);
    } else if (event.type === "gone")
      this.tournaments.value = new Map([...tournaments].filter(([id]) => id !== event.tournament));
    else {
      const tournament = tournaments.get(event.tournament);
      if (tournament) this.#applyIn(tournament, event);
    }
  }

  /** @param {Tournament} tournament @param {Exclude<Event, { type: "tournament" | "gone" }>} event */
  #applyIn(tournament, event) {
    switch (event.type) {
      case "players":
        tournament.learnPlayers(event.players);
        break;
      case "round":
        for (const game of event.games) tournament.games.set(game.id, this.#learn(game));
        tournament.learnRound(event.round);
        break;
      case "standings":
        tournament.standings.value = event.tables;
        break;
      case "state": {
        const { state, clock, result, live, notes } = event;
        this.#change(event.game, { state, clock, result, live, notes });
        break;
      }
      case "moves": {
        const { fen, san, uci } = event;
        this.#change(event.game, { fen, san, uci, ply: event.ply - 1 + event.moves.length });
        this.lines.take(this.n, event);
      }
    }
  }
}

/** A game with what was left out because it is as usual. @param {WireGame} told @returns {Game} */
function whole(told) {
  return { fen: "", san: "", uci: "", clock: null, result: null, live: false, notes: [], ...told };
}
