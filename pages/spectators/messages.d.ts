// What the server sends (broadcast/messages). Made by tools/message_types.py: do not edit;
// a test says when it must be made anew.

/** Nothing new since message `n`. */
export interface Alive {
  type: "alive";
  n: number;
  now: number;
}

/** What changed with message `n`. */
export interface Delta {
  type: "delta";
  n: number;
  now: number;
  events: (TournamentEvent | TournamentGone | PlayersEvent | RoundEvent | MovesEvent | StateEvent | StandingsEvent)[];
}

/** A game's whole line, as of message `n` of `epoch`. */
export interface GameLine {
  epoch: string;
  n: number;
  game: string;
  start: string;
  moves: WireMove[];
}

/** The line of a game from `ply` (from 1) on; it ends after `moves`. `fen` is the position at its end. */
export interface MovesEvent {
  type: "moves";
  tournament: string;
  game: string;
  ply: number;
  moves: WireMove[];
  fen: string;
  san: string;
  uci: string;
}

/** Players who are new or changed. */
export interface PlayersEvent {
  type: "players";
  tournament: string;
  players: WirePlayer[];
}

/** A round was published or changed; `games` are those not told of before. */
export interface RoundEvent {
  type: "round";
  tournament: string;
  round: WireRound;
  games: WireGame[];
}

/** Where all games of a round stand, as of message `n` of `epoch`. */
export interface RoundGames {
  epoch: string;
  n: number;
  games: WireGame[];
}

/** Everything, as of message `n`. */
export interface Snapshot {
  type: "snapshot";
  epoch: string;
  n: number;
  now: number;
  delay: number;
  tournaments: WireTournament[];
}

/** A tournament's tables, all of them. */
export interface StandingsEvent {
  type: "standings";
  tournament: string;
  tables: WireTable[];
}

/** All of a game's state but its line. */
export interface StateEvent {
  type: "state";
  tournament: string;
  game: string;
  state: string;
  clock: WireClock | null;
  result: WireResult | null;
  live: boolean;
  notes: string[];
}

/** A tournament appeared, or changed so much that it is told anew. */
export interface TournamentEvent {
  type: "tournament";
  tournament: WireTournament;
}

/** A tournament is no longer shown. */
export interface TournamentGone {
  type: "gone";
  tournament: string;
}

/** A player without an opponent. */
export interface WireBye {
  player: string;
  text: string;
}

/** Both times in seconds at `at` (ms), and whose runs. */
export interface WireClock {
  white: number | null;
  black: number | null;
  running: string | null;
  at: number;
}

/** A further game of a pairing: who has which colour, and what it is. */
export interface WireFurther {
  game: string;
  white: string;
  black: string;
  role: string;
  board: number;
  time?: string;
  odds?: string;
}

/** A game in a snapshot: where it stands, without its line. A finished game of an earlier round comes without `fen` and last move. */
export interface WireGame {
  id: string;
  state: string;
  ply: number;
  fen?: string;
  san?: string;
  uci?: string;
  clock?: WireClock | null;
  result?: WireResult | null;
  live?: boolean;
  notes?: string[];
}

/** A move, the position after it, and the seconds its side had left. */
export interface WireMove {
  san: string;
  uci: string;
  fen: string;
  clock?: number | null;
  marks?: string[];
}

/** Who meets whom at which board, in which games; colours are those of the first. */
export interface WirePairing {
  board: number;
  white: string;
  black: string;
  games: string[];
  further?: WireFurther[];
}

/** A player as shown. */
export interface WirePlayer {
  id: string;
  name: string;
  title?: string;
  rating?: number;
  federation?: string;
  club?: string;
}

/** A result as PGN token and as people write it. */
export interface WireResult {
  token: string;
  text: string;
  official: boolean;
  by: string;
}

/** A published round. */
export interface WireRound {
  stage: string;
  round: number;
  started: boolean;
  closed: boolean;
  pairings: WirePairing[];
  byes: WireBye[];
}

/** One line of a table of standings. */
export interface WireRow {
  rank: number;
  player: string;
  name: string;
  federation: string;
  rating: number;
  points: string;
  tiebreaks: string[];
}

/** A stage's name and time control. */
export interface WireStage {
  id: string;
  name: string;
  rounds: number;
  time: string;
}

/** Standings of a stage; `moment` says of when, such as `after round 3`. */
export interface WireTable {
  stage: string;
  round: number;
  moment: string;
  complete: boolean;
  codes: string[];
  official: boolean;
  rows: WireRow[];
}

/** A tournament in a snapshot. */
export interface WireTournament {
  id: string;
  name: string;
  place: string;
  stages: WireStage[];
  players: WirePlayer[];
  rounds: WireRound[];
  games: WireGame[];
  standings: WireTable[];
}

export type Message = Snapshot | Delta | Alive;

export type Event = TournamentEvent | TournamentGone | PlayersEvent | RoundEvent | MovesEvent | StateEvent | StandingsEvent;
