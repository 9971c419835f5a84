// All boards of a round: a card each, which is a link to the board.

import { el, setAttribute, setText } from "./dom.js";
import { MiniBoard } from "./mini.js";
import { clockText, secondsLeft } from "./times.js";
import {
  gameLabel,
  moveNumber,
  noteTexts,
  resultInWords,
  resultText,
  surname,
  toMove,
} from "./words.js";

const FILTERS = [
  ["all", "All"],
  ["playing", "Playing"],
  ["finished", "Finished"],
  ["waiting", "Not started"],
];

export class Grid {
  #store;
  #time;
  #go;
  #cards = new Map();
  #filter = "all";
  #search = "";
  #round = null;
  #tournament = null;
  #chips = new Map();
  #none = el("p", { class: "empty", hidden: true });
  #list = el("ul", { class: "grid" });

  /** @param {(change: object) => string} go makes a link to another view */
  constructor(store, time, go) {
    this.#store = store;
    this.#time = time;
    this.#go = go;
    const chips = el("div", { class: "chips", role: "group", "aria-label": "Show boards" });
    for (const [id, name] of FILTERS) {
      const count = el("span", { class: "count" });
      const chip = el("button", { type: "button", "aria-pressed": "false" }, `${name} `, count);
      chip.addEventListener("click", () => this.#choose(id));
      this.#chips.set(id, { chip, count });
      chips.append(chip);
    }
    const search = el("input", {
      type: "search",
      placeholder: "Player or board",
      "aria-label": "Find a player or a board",
      oninput: (event) => {
        this.#search = event.target.value.trim().toLowerCase();
        this.#sift();
      },
    });
    const bar = el("div", { class: "bar" }, chips, search);
    this.element = el("section", { class: "boards", "aria-label": "Boards" }, bar);
    this.element.append(this.#none, this.#list);
  }

  /** Draw a round's cards. */
  show(tournament, round) {
    this.#tournament = tournament;
    this.#round = round;
    const cards = new Map();
    for (const pairing of round?.pairings ?? []) {
      for (const id of pairing.games) {
        const game = tournament.games.get(id);
        if (!game) continue;
        const card = this.#cards.get(id) ?? new Card(id);
        const played = tournament.pairingOf.get(id).pairing;
        card.introduce(tournament, played, gameLabel(pairing, id), this.#go({ g: id }));
        cards.set(id, card);
        card.update(game, this.#time.now());
      }
    }
    this.#cards = cards;
    this.#list.replaceChildren(...[...cards.values()].map((card) => card.element));
    this.#sift();
  }

  /** Draw the games that changed. */
  update(changes) {
    let drawn = false;
    for (const id of changes) {
      const card = this.#cards.get(id);
      const game = this.#tournament?.games.get(id);
      if (!card || !game) continue;
      card.update(game, this.#time.now());
      drawn = true;
    }
    if (drawn) this.#sift();
  }

  /** Let the clocks run. */
  tick() {
    const now = this.#time.now();
    for (const card of this.#cards.values()) card.tick(now);
  }

  #choose(filter) {
    this.#filter = filter;
    this.#sift();
  }

  #sift() {
    const counts = { all: 0, playing: 0, finished: 0, waiting: 0 };
    let visible = 0;
    for (const card of this.#cards.values()) {
      counts.all += 1;
      counts[card.state] += 1;
      const fits =
        (this.#filter === "all" || card.state === this.#filter) &&
        (!this.#search || card.haystack.includes(this.#search));
      if (card.element.hidden === fits) card.element.hidden = !fits;
      if (fits) visible += 1;
    }
    for (const [id, { chip, count }] of this.#chips) {
      setText(count, String(counts[id]));
      setAttribute(chip, "aria-pressed", String(id === this.#filter));
    }
    this.#none.hidden = visible > 0;
    setText(
      this.#none,
      this.#round ? "No board matches." : "The first round has not been published yet.",
    );
  }
}

/** One board of the grid. */
class Card {
  state = "waiting";
  haystack = "";
  #board = new MiniBoard();
  #where = el("span", { class: "where" });
  #status = el("span", { class: "status" });
  #sides = { white: new Side("white"), black: new Side("black") };
  #link;
  #game = null;
  #label = "";
  #players = {};

  constructor(id) {
    const head = el("div", { class: "card-head" }, this.#where, this.#status);
    this.#link = el("a", { "data-game": id });
    this.#link.append(
      head,
      this.#sides.black.element,
      this.#board.element,
      this.#sides.white.element,
    );
    this.element = el("li", { class: "card" }, this.#link);
  }

  introduce(tournament, pairing, label, href) {
    this.#link.setAttribute("href", href);
    this.#players = {
      white: tournament.players.get(pairing.white),
      black: tournament.players.get(pairing.black),
    };
    this.#label = `Board ${pairing.board}${label ? `, ${label}` : ""}`;
    setText(this.#where, this.#label);
    for (const side of ["white", "black"]) this.#sides[side].introduce(this.#players[side]);
    const names = Object.values(this.#players).map((player) => player?.name ?? "");
    this.haystack = [...names, `board ${pairing.board}`].join(" ").toLowerCase();
  }

  update(game, now) {
    this.#game = game;
    this.state = game.state;
    this.element.dataset.state = game.state;
    this.#board.show(game.fen, game.uci);
    const provisional = Boolean(game.result && !game.result.official);
    this.#status.className = `status ${game.state}${provisional ? " provisional" : ""}`;
    setText(this.#status, statusText(game));
    this.#status.title = noteTexts(game.notes).join(". ");
    this.element.classList.toggle("troubled", game.notes.length > 0);
    this.tick(now);
    setAttribute(this.#link, "aria-label", this.#inWords(now));
  }

  tick(now) {
    const { clock, result } = this.#game;
    for (const side of ["white", "black"]) {
      this.#sides[side].tick(
        secondsLeft(clock, side, now),
        clock?.running === side,
        result ? score(result, side) : "",
      );
    }
  }

  #inWords(now) {
    const game = this.#game;
    const parts = [
      this.#label,
      `${surname(this.#players.white)} – ${surname(this.#players.black)}`,
    ];
    if (game.result) parts.push(resultInWords(game.result));
    else if (game.state === "waiting") parts.push("not started");
    if (game.fen && game.ply) parts.push(`move ${parseInt(moveNumber(game.fen), 10)}`);
    if (!game.result && game.clock) {
      const side = game.clock.running ?? toMove(game.fen);
      const name = side === "white" ? "White" : "Black";
      parts.push(`${name} ${clockText(secondsLeft(game.clock, side, now))}`);
    }
    return [...parts, ...noteTexts(game.notes)].join(", ");
  }
}

/** How a game stands, and whether its line can be relied on. */
function statusText(game) {
  const doubt = { uncertain: "order not certain", missed: "moves missed" };
  const found = ["uncertain", "missed"].find((note) => game.notes.includes(note));
  return found ? `${standText(game)} · ${doubt[found]}` : standText(game);
}

function standText(game) {
  if (game.result) return resultText(game.result) + (game.result.official ? "" : " ?");
  if (game.notes.includes("no-signal")) return "no signal";
  if (game.notes.includes("unclear")) return "being checked";
  if (game.state === "waiting") return "not started";
  if (game.fen && game.ply) return `${moveNumber(game.fen)} ${game.san}`;
  return game.live ? "live" : "not live";
}

function score(result, side) {
  const [white, black] = result.text.split(/[-–]| (?=[-+=]$)/);
  return (side === "white" ? white : black) ?? "";
}

/** One player's strip of a card: title, name, rating, clock. */
class Side {
  #title = el("span", { class: "title" });
  #name = el("span", { class: "name" });
  #rating = el("span", { class: "rating" });
  #clock = el("span", { class: "clock" });

  constructor(side) {
    this.element = el("div", { class: `side ${side}` });
    this.element.append(this.#title, this.#name, this.#rating, this.#clock);
  }

  introduce(player) {
    setText(this.#title, player?.title ?? "");
    setText(this.#name, player?.name ?? "?");
    setText(this.#rating, player?.rating ? String(player.rating) : "");
  }

  tick(seconds, running, points) {
    setText(this.#clock, seconds === null ? points : clockText(seconds));
    this.#clock.classList.toggle("running", running && !points);
    this.#clock.classList.toggle("low", seconds !== null && seconds < 60 && !points);
  }
}
