// A tournament as it is shown. What changes while people look is in signals.

import { computed, signal } from "../base/html.js";

/** @typedef {import("./messages.js").WirePlayer} WirePlayer */
/** @typedef {Required<import("./messages.js").WireGame>} Game */
/** @typedef {import("../vendor/preact/signals.js").Signal<Game>} GameSignal */
/** @typedef {import("./messages.js").WireRound & { key: string }} Round */
/** @typedef {import("./messages.js").WirePairing} Pairing */
/** @typedef {import("./messages.js").WireFurther} Further */

/**
 * @typedef {object} Place where a game belongs
 * @property {Round} round
 * @property {Pairing} whole the pairing, with the colours of its first game
 * @property {Pairing} pairing the same as it is in this game
 * @property {Further | undefined} played what this game is, where it is a further one
 */

export class Tournament {
  /**
   * @param {import("./messages.js").WireTournament} told
   * @param {Map<string, GameSignal>} games those that are shown, by their ids
   */
  constructor(told, games) {
    this.id = told.id;
    this.name = told.name;
    this.place = told.place;
    this.stages = told.stages;
    this.games = games;
    this.players = signal(new Map(told.players.map((player) => [player.id, player])));
    this.rounds = signal(told.rounds.map(keyed));
    this.standings = signal(told.standings);
    this.places = computed(() => placesIn(this.rounds.value));
  }

  /** @param {WirePlayer[]} players */
  learnPlayers(players) {
    const known = new Map(this.players.peek());
    for (const player of players) known.set(player.id, player);
    this.players.value = known;
  }

  /** Put a round in, or in the place of its former self. @param {import("./messages.js").WireRound} told */
  learnRound(told) {
    const round = keyed(told);
    const rounds = [...this.rounds.peek()];
    const at = rounds.findIndex((known) => known.key === round.key);
    if (at < 0) rounds.push(round);
    else rounds[at] = round;
    this.rounds.value = rounds;
  }

  /** The round to open a page with: the latest that was started, else the first. */
  currentRound() {
    const rounds = this.rounds.value;
    return rounds.findLast((round) => round.started) ?? rounds[0] ?? null;
  }

  /** @param {string} id */
  player(id) {
    return this.players.value.get(id);
  }
}

/** @param {import("./messages.js").WireRound} told @returns {Round} */
function keyed(told) {
  return { ...told, key: `${told.stage}.${told.round}` };
}

/** @param {Round[]} rounds */
function placesIn(rounds) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const round of rounds) {
    for (const whole of round.pairings) {
      for (const game of whole.games) {
        const played = whole.further?.find((each) => each.game === game);
        // Colours may change between two who meet, and a further game may have a board of its own.
        const pairing = played
          ? { ...whole, white: played.white, black: played.black, board: played.board }
          : whole;
        places.set(game, { round, whole, pairing, played });
      }
    }
  }
  return places;
}
