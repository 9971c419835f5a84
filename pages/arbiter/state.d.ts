// The parts of the state that the desk sends (desk/arbiter/view.py), by their names.

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
  next_round: number | null;
  has_prizes: boolean;
  has_appeals: boolean;
  committee: [members: string[], reserves: string[]] | null;
  check_in: unknown;
  offences: string[];
  last_round: unknown;
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

export interface MeetingPlayer {
  id: string;
  name: string;
}

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
  players: any;
  apart: any;
  registers: any;
  stages: any;
  draft: any;
  standings: any;
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
