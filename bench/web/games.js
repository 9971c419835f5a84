// Three hundred games and what happens to them, the same for every contender.

const BACK = "rnbqkbnr";
const TICK_MS = 200;

/** A small generator of lots, so that all contenders see the same. */
function lots(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

function start() {
  const squares = new Map();
  for (let file = 0; file < 8; file += 1) {
    const name = "abcdefgh"[file];
    squares.set(`${name}1`, { id: file, white: true, kind: BACK[file] });
    squares.set(`${name}2`, { id: 8 + file, white: true, kind: "p" });
    squares.set(`${name}7`, { id: 16 + file, white: false, kind: "p" });
    squares.set(`${name}8`, { id: 24 + file, white: false, kind: BACK[file] });
  }
  return squares;
}

export class Games {
  constructor(count) {
    this.now = 0;
    this.lot = lots(7);
    this.list = Array.from({ length: count }, (_, at) => ({
      id: `g${at}`,
      board: at + 1,
      names: { white: `White, Number ${at}`, black: `Black, Number ${at}` },
      men: start(),
      uci: "",
      status: "live",
      ply: 0,
      clock: { white: 5400, black: 5400, running: "white", at: 0 },
    }));
  }

  /** A tick later: `count` boards have made a move; gives them as new values. */
  step(count) {
    this.now += TICK_MS;
    const changed = [];
    const first = this.lot(this.list.length);
    for (let at = 0; at < count; at += 1) {
      const index = (first + at * 29) % this.list.length;
      changed.push((this.list[index] = this.#moved(this.list[index])));
    }
    return changed;
  }

  #moved(game) {
    const men = new Map(game.men);
    const names = [...men.keys()];
    const from = names[this.lot(names.length)];
    const to = `${"abcdefgh"[this.lot(8)]}${1 + this.lot(8)}`;
    const man = men.get(from);
    men.delete(from);
    men.set(to, man);
    const ply = game.ply + 1;
    const running = ply % 2 ? "black" : "white";
    const clock = { ...game.clock, running, at: this.now };
    return { ...game, men, ply, clock, uci: from + to, status: `${ply}. ${to}` };
  }
}

export function clockText(clock, side, now) {
  const ran = clock.running === side ? (now - clock.at) / 1000 : 0;
  const whole = Math.floor(clock[side] - ran);
  const rest = String(whole % 60).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${String(Math.floor(whole / 60) % 60).padStart(2, "0")}:${rest}`;
}

export function place(square) {
  const across = square.charCodeAt(0) - 97;
  return `transform: translate(${across * 100}%, ${(8 - Number(square[1])) * 100}%)`;
}

/** The rows of a table in which one in thirty has changed. */
export function rows(games) {
  return games.list.map(({ id, board, names, status, ply }) => ({
    id, board, status, points: ply, white: names.white, black: names.black,
  }));
}
