// The parts of the state that the desk sends (desk/views/parts.py), by their names.

export interface Me {
  name: string;
  role: string;
  may_confirm: boolean;
  may_manage: boolean;
  may_bind: boolean;
}

export interface Device {
  device: string;
  presence: string;
  since: string | null;
  family: string;
  version: string | null;
  port: string;
  reason: string;
  tried: number;
  returns: number;
  warnings: string[];
}

export interface Hall {
  name: string;
  delays: Record<string, number>;
  devices: (Device & { board: number | null })[];
  bindings: { board: number; device: string }[];
}

export interface StageHead {
  id: string;
  name: string;
  system: string;
  rounds: number;
  published: number[];
}

export interface TournamentHead {
  id: string;
  name: string;
  stages: StageHead[];
  next_round: number;
  has_prizes: boolean;
  has_appeals: boolean;
  committee: [members: number, reserves: number] | null;
  check_in: boolean;
  offences: string[];
  last_round: number;
}

export interface Selected {
  tournament: string;
  stage: string;
  round: number | null;
}

export interface Person {
  id: string;
  number: number | null;
  name: string;
  title: string;
  rating: number;
  points: string;
}

export interface Bye {
  player: Person;
  bye: string;
}

export interface Round {
  number: number;
  of: number;
  state: "published" | "started" | "closed";
  engine: string;
  newest: boolean;
  correctable: boolean;
  standings_official: boolean;
  counts: Record<string, number>;
  agreeing: [game: string, code: string][];
  byes: Bye[];
  notices: string[];
}

export interface Claim {
  source: string;
  result: string;
  by: string;
  at: string;
  certainty: string;
  text: string;
  doubts: string[];
}

export interface BoardClock {
  white_s: number | null;
  black_s: number | null;
  running: string | null;
  at: string;
}

export interface Board {
  game: string;
  board: number;
  what: string;
  white: Person;
  black: Person;
  state: string;
  live: boolean;
  by_hand: boolean;
  official: string | null;
  official_text: string | null;
  rated: boolean;
  proposed: string | null;
  proposed_text: string | null;
  reasons: string[];
  notes: string[];
  claims: Claim[];
  last_move: string;
  plies: number;
  still_played: boolean;
  unsure: string;
  doubts: boolean;
  clock: BoardClock | null;
  device: Device | null;
  since: string | null;
}

export interface Outlook {
  next: number | null;
  blockers: string[];
  open: number[];
  sentences: string[];
  complete: boolean;
}

export interface Port {
  port: string;
  board: number | null;
  device: string | null;
  since: string | null;
  tried: number;
  text: string;
}

export interface Named {
  id: string;
  name: string;
}

export interface ByeRequest {
  round: number;
  bye: string;
  granted: boolean | null;
  reason: string;
}

export interface Player extends Named {
  number: number | null;
  title: string;
  rating: number;
  federation: string;
  club: string;
  fide_id: string;
  sex: string;
  birth: string;
  first_round: number;
  board: number | null;
  out_from: number | null;
  expelled: boolean;
  out_reason: string;
  penalties: { penalty: string; reason: string }[];
  absent: { round: number; reason: string }[];
  requests: ByeRequest[];
}

/** Players who must not meet. */
export interface Apart {
  players: Named[];
  first: number;
  last: number;
  reason: string;
}

export interface Penalty {
  player: Named;
  penalty: string;
  reason: string;
  round: number | null;
  fine: string;
  loses: boolean;
}

export interface Protest {
  number: number;
  player: Named;
  round: number;
  against: string;
  late: boolean;
  at: string;
  decide_by: string | null;
  sitting: Named[];
  barred: { player: Named; why: string }[];
  missing: number;
  decided: { upheld: boolean; decision: string } | null;
}

export interface Committee {
  members: Named[];
  reserves: Named[];
  chair: string;
}

export interface CheckIn {
  seen: number;
  missing: string[];
}

export interface Registers {
  held: { player: Named; item: string; tag: string }[];
  penalties: Penalty[];
  committee: Committee | null;
  protests: Protest[];
  check_in: CheckIn | null;
}

export interface Entrant extends Named {
  why: string;
}

/** Players who share places that must be told apart. */
export interface Lot {
  stage: string;
  stage_name: string;
  first: number;
  last: number;
  players: Named[];
}

export interface StageState extends Named {
  state: "waiting" | "ready" | "running" | "finished" | "not-needed";
  opens: boolean;
  fixed: boolean;
  sentences: string[];
  places: number | null;
  players: number;
  entrants: Entrant[];
  lots: Lot[];
  numbers_by_lot: boolean;
  changed: boolean;
}

export interface FinalPlace {
  place: number;
  rank: number;
  shared: boolean;
  name: string;
  why: string;
}

export interface Stages {
  picture: string;
  stages: StageState[];
  final: FinalPlace[];
}

export interface DraftPairing {
  id: string;
  board: number;
  white: Person;
  black: Person;
  by_hand: boolean;
}

export interface Draft {
  round: number;
  engine: string;
  edited: boolean;
  reason: string;
  pairings: DraftPairing[];
  byes: Bye[];
  explanations: string[];
  warnings: string[];
  differences: string[];
  stale: string[];
  lot: string;
}

export interface StandingsRow {
  rank: number;
  shared: boolean;
  number: number;
  name: string;
  federation: string;
  rating: number;
  points: string;
  tiebreaks: string[];
}

export interface Standings {
  after: number;
  moment: string;
  complete: boolean;
  decided: number;
  games: number;
  official: boolean;
  declarable: boolean;
  rounds: number[];
  codes: string[];
  rows: StandingsRow[];
}

export type MeetingPlayer = Named;

export interface MeetingGame {
  game: string;
  what: string;
  white: string;
  black: string;
  result: string | null;
  counts: boolean;
  time: string;
  odds: "white" | "black" | null;
}

export interface Meeting {
  pairing: string;
  board: number;
  players: MeetingPlayer[];
  games: MeetingGame[];
  score: string;
  why: string;
  starts_by: string | null;
  winner: string | null;
  needs: "lot" | "choice" | "start" | null;
  lot_winner: MeetingPlayer | null;
}

/** `board/…` names a game; there is one for each game of the round that is looked at. */
export interface Parts {
  me: Me;
  hall: Hall;
  tournaments: TournamentHead[];
  selected: Selected;
  round: Round;
  outlook: Outlook;
  ports: Port[];
  players: Player[];
  apart: Apart[];
  registers: Registers;
  stages: Stages;
  draft: Draft;
  standings: Standings;
  meetings: Meeting[];
  [board: `board/${string}`]: Board;
}

/** One message of the stream: what changed, and what is gone. */
export interface News {
  seq: number;
  now: string;
  parts: Partial<Parts>;
  gone: string[];
}
