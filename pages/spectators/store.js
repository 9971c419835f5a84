// What this page knows, kept in step with the server's messages (broadcast/messages.py).

/**
 * Holds tournaments, players, rounds and games. `changes` collects what a view must draw
 * anew: ids of games, or the words "all", "rounds", "standings".
 */
export class Store {
  epoch = "";
  n = 0;
  delay = 0;
  tournaments = new Map();
  #lines = new Map();
  #onChange;
  #fetch;
  #asked = new Set();

  /**
   * @param {(changes: Set<string>) => void} onChange
   * @param {(path: string) => Promise<object>} fetch gets JSON from this server
   */
  constructor(onChange, fetch) {
    this.#onChange = onChange;
    this.#fetch = fetch;
  }

  /** Take a message in. Returns false where one before it is missing. */
  take(message) {
    const changes = new Set();
    if (message.type === "snapshot") {
      this.epoch = message.epoch;
      this.n = message.n;
      this.delay = message.delay;
      this.tournaments = new Map(message.tournaments.map((t) => [t.id, read(t)]));
      this.#asked.clear();
      for (const game of this.#lines.keys()) this.#load(game);
      changes.add("all");
    } else if (message.type === "delta") {
      if (message.n <= this.n) return true;
      if (message.n !== this.n + 1) return false;
      this.n = message.n;
      for (const event of message.events) this.#apply(event, changes);
    } else if (message.type === "alive" && message.n !== this.n) {
      return false;
    }
    if (changes.size) this.#onChange(changes);
    return true;
  }

  /** The game of an id with its tournament, or null. */
  find(game) {
    for (const tournament of this.tournaments.values()) {
      const found = tournament.games.get(game);
      if (found) return { tournament, game: found };
    }
    return null;
  }

  /** The line of a game: `{start, moves}`, null while it is being fetched. */
  line(game) {
    if (!this.#lines.has(game)) this.#load(game);
    const line = this.#lines.get(game);
    return line.moves ? line : null;
  }

  /** Lines of games that nobody looks at are not kept. */
  forgetLinesBut(game) {
    for (const known of this.#lines.keys()) if (known !== game) this.#lines.delete(known);
  }

  /** See to it that the positions of a round are known; snapshots leave old ones out. */
  async complete(tournament, round) {
    const games = round.pairings.flatMap((pairing) => pairing.games);
    const unknown = (id) => tournament.games.get(id)?.fen === "";
    const asked = `${tournament.id}/${round.key}`;
    if (!games.some(unknown) || this.#asked.has(asked)) return;
    this.#asked.add(asked);
    let answer;
    try {
      answer = await this.#fetch(`/games/${encodeURIComponent(tournament.id)}/${round.key}.json`);
    } catch {
      this.#asked.delete(asked);
      return;
    }
    const told = answer.games.filter((game) => answer.epoch === this.epoch && unknown(game.id));
    for (const { id, fen, san = "", uci = "" } of told)
      Object.assign(tournament.games.get(id), { fen, san, uci });
    this.#onChange(new Set(told.map((game) => game.id)));
  }

  async #load(game) {
    const loading = { waiting: [] };
    this.#lines.set(game, loading);
    let answer;
    try {
      answer = await this.#fetch(`/line/${encodeURIComponent(game)}.json`);
    } catch {
      if (this.#lines.get(game) === loading) this.#lines.delete(game);
      return;
    }
    if (this.#lines.get(game) !== loading || answer.epoch !== this.epoch) return;
    const line = { n: answer.n, start: answer.start, moves: answer.moves, waiting: [] };
    this.#lines.set(game, line);
    for (const [n, event] of loading.waiting) this.#extend(line, n, event);
    this.#onChange(new Set([game]));
  }

  #extend(line, n, event) {
    if (n <= line.n) return;
    if (event.ply - 1 > line.moves.length) {
      this.#load(event.game);
      return;
    }
    line.moves = [...line.moves.slice(0, event.ply - 1), ...event.moves];
    line.n = n;
  }

  #apply(event, changes) {
    if (event.type === "tournament") {
      this.tournaments.set(event.tournament.id, read(event.tournament));
      changes.add("all");
      return;
    }
    if (event.type === "gone") {
      this.tournaments.delete(event.tournament);
      changes.add("all");
      return;
    }
    const tournament = this.tournaments.get(event.tournament);
    if (!tournament) return;
    if (event.type === "players") {
      for (const player of event.players) tournament.players.set(player.id, player);
      changes.add("all");
    } else if (event.type === "round") {
      for (const game of event.games) tournament.games.set(game.id, readGame(game));
      placeRound(tournament, event.round);
      changes.add("all");
    } else if (event.type === "standings") {
      tournament.standings = event.tables;
      changes.add("standings");
    } else {
      const game = tournament.games.get(event.game);
      if (!game) return;
      changes.add(game.id);
      if (event.type === "state") {
        const { state, clock, result, live, notes } = event;
        if (state !== game.state || result !== game.result) changes.add("results");
        Object.assign(game, { state, clock, result, live, notes });
      } else if (event.type === "moves") {
        Object.assign(game, { fen: event.fen, san: event.san, uci: event.uci });
        game.ply = event.ply - 1 + event.moves.length;
        const line = this.#lines.get(game.id);
        if (line?.moves) this.#extend(line, this.n, event);
        else line?.waiting.push([this.n, event]);
      }
    }
  }
}

function read(told) {
  const tournament = {
    ...told,
    players: new Map(told.players.map((player) => [player.id, player])),
    games: new Map(told.games.map((game) => [game.id, readGame(game)])),
    rounds: [],
    pairingOf: new Map(),
  };
  for (const round of told.rounds) placeRound(tournament, round);
  return tournament;
}

function readGame(told) {
  return { fen: "", san: "", uci: "", clock: null, result: null, live: false, notes: [], ...told };
}

/** Put a round in, or in the place of its former self; say for each game where it belongs. */
function placeRound(tournament, told) {
  const round = { ...told, key: `${told.stage}.${told.round}` };
  const at = tournament.rounds.findIndex((known) => known.key === round.key);
  if (at < 0) tournament.rounds.push(round);
  else tournament.rounds[at] = round;
  for (const pairing of round.pairings)
    for (const game of pairing.games)
      tournament.pairingOf.set(game, { round, pairing: asPlayed(pairing, game) });
}

/** The pairing as it is in one of its games: colours may change, further games have a role. */
function asPlayed(pairing, game) {
  const played = pairing.further?.find((each) => each.game === game);
  return played ? { ...pairing, white: played.white, black: played.black, board: played.board, played } : pairing;
}

/** The round to open a page with: the latest that was started, else the first. */
export function currentRound(tournament) {
  return tournament.rounds.findLast((round) => round.started) ?? tournament.rounds[0] ?? null;
}
