// One board large: follows the game, or is replayed by its viewer; the two never disturb
// each other. Whoever looks at an earlier move stays there until they ask for the end.

import { el, setAttribute, setText } from "./dom.js";
import { clockText, secondsLeft } from "./times.js";
import { Chessground } from "../vendor/chessground/chessground.min.js";
import {
  gameLabel,
  markSign,
  markWords,
  moveNumber,
  noteTexts,
  positionInWords,
  resultInWords,
  resultText,
  surname,
  toMove,
} from "./words.js";

const NOBODY = "8/8/8/8/8/8/8/8 w - - 0 1";
const SIDES = ["white", "black"];

export class Board {
  #store;
  #time;
  #go;
  #announce;
  #id = "";
  #ply = null; // null = at the end, following the game
  #flipped = false;
  #drawnMoves = [];
  #rows = [];
  #spokenPly = -1;
  #spokenResult = "";
  #ground = null;
  #wrap = el("div", { class: "ground" });
  #parts;

  /**
   * @param {(change: object, replace?: boolean) => string} go
   * @param {(text: string) => void} announce
   */
  constructor(store, time, go, announce) {
    this.#store = store;
    this.#time = time;
    this.#go = go;
    this.#announce = announce;
    this.#parts = this.#build();
    this.element = this.#parts.section;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #build() {
    const button = (label, text, action) =>
      el("button", { type: "button", "aria-label": label, title: label, onclick: action }, text);
    const parts = {
      heading: el("h2"),
      back: el("a", { class: "quiet" }, "‹ All boards"),
      before: el("a", { class: "quiet" }),
      after: el("a", { class: "quiet" }),
      strips: { white: new Strip("white"), black: new Strip("black") },
      notes: el("p", { class: "notes", hidden: true }),
      result: el("p", { class: "result", hidden: true }),
      moves: el("ol", { class: "moves", "aria-label": "Moves" }),
      live: el("button", { type: "button", class: "to-live", hidden: true }, "Back to live"),
      words: el("div", { class: "in-words" }),
      pgn: el("a", { class: "quiet", download: true }, "PGN"),
    };
    parts.live.addEventListener("click", () => this.#seek(null));
    parts.moves.addEventListener("click", (event) => {
      const chosen = event.target.closest("button[data-ply]");
      if (chosen) this.#seek(Number(chosen.dataset.ply));
    });
    this.#wrap.setAttribute("role", "img");
    const buttons = el(
      "div",
      { class: "buttons", role: "group", "aria-label": "Replay" },
      button("First position (Home)", "«", () => this.#seek(0)),
      button("One move back (←)", "‹", () => this.#step(-1)),
      button("One move on (→)", "›", () => this.#step(1)),
      button("Last move (End)", "»", () => this.#seek(null)),
      button("Turn the board (F)", "⇅", () => this.#flip()),
      parts.live,
    );
    const head = el("div", { class: "board-head" }, parts.back, parts.heading);
    head.append(el("span", { class: "neighbours" }, parts.before, parts.after, parts.pgn));
    parts.column = el("div", { class: "column" });
    const panel = el("div", { class: "panel" }, parts.result, parts.notes, parts.moves, buttons);
    const words = el("details", { class: "text" }, el("summary", {}, "Position in words"));
    words.append(parts.words);
    parts.section = el("section", { class: "board", "aria-label": "Board" }, head);
    parts.section.append(el("div", { class: "table" }, parts.column, panel), words);
    return parts;
  }

  get #line() {
    return this.#store.line(this.#id);
  }

  /** Open a game at a ply, or at its end. */
  show(id, ply) {
    if (id !== this.#id) {
      this.#id = id;
      this.#parts.moves.replaceChildren();
      this.#drawnMoves = [];
      this.#rows = [];
      this.#spokenPly = -1;
      this.#spokenResult = "";
      this.#store.forgetLinesBut(id);
    }
    this.#ply = ply;
    this.#draw();
  }

  /** Draw again where this game, or all, changed. */
  update(changes) {
    if (changes.has(this.#id) || changes.has("all")) this.#draw();
  }

  /** Let the clocks run. */
  tick() {
    const found = this.#store.find(this.#id);
    if (!found) return;
    const moves = this.#line?.moves ?? [];
    const now = this.#time.now();
    for (const side of SIDES) {
      const replayed = this.#ply !== null && this.#ply < moves.length;
      const seconds = replayed
        ? clockAt(moves, this.#ply, side)
        : secondsLeft(found.game.clock, side, now);
      const running = !replayed && found.game.clock?.running === side;
      this.#parts.strips[side].tick(seconds, running);
    }
  }

  #draw() {
    const found = this.#store.find(this.#id);
    const parts = this.#parts;
    if (!found) {
      setText(parts.heading, "This game is not shown");
      return;
    }
    const { tournament, game } = found;
    const { round, pairing } = tournament.pairingOf.get(game.id);
    const line = this.#line;
    const moves = line?.moves ?? [];
    if (this.#ply !== null && line && this.#ply > moves.length) this.#ply = moves.length;
    const following = this.#ply === null;
    const ply = following ? moves.length : this.#ply;
    const shown = ply ? moves[ply - 1] : null;
    const fen = line ? (shown?.fen ?? line.start) : game.fen || NOBODY;
    const last = line ? (shown ?? { uci: "", san: "" }) : game;

    this.#drawHead(tournament, round, pairing);
    this.#drawGround(fen, last);
    this.#drawMoves(moves, ply, line);
    this.#drawState(game, following);
    this.#drawWords(fen, last, tournament, pairing);
    if (line) this.#speak(tournament, pairing, game, moves);
    this.tick();
  }

  #drawHead(tournament, round, pairing) {
    const parts = this.#parts;
    const whole = round.pairings.find((each) => each.games.includes(this.#id)) ?? pairing;
    const label = gameLabel(whole, this.#id);
    setText(parts.heading, `Board ${pairing.board}${label ? `, ${label}` : ""}`);
    parts.back.href = this.#go({ g: null, ply: null });
    parts.pgn.href = `/pgn/game/${encodeURIComponent(this.#id)}.pgn${this.#tokenQuery()}`;
    const ids = round.pairings.flatMap((each) => each.games);
    const at = ids.indexOf(this.#id);
    for (const [link, id, sign] of [
      [parts.before, ids[at - 1], "‹ Board"],
      [parts.after, ids[at + 1], "Board ›"],
    ]) {
      link.hidden = !id;
      if (!id) continue;
      const other = round.pairings.find((each) => each.games.includes(id));
      const called = gameLabel(other, id);
      const text = other === whole && called ? called : `Board ${tournament.pairingOf.get(id).pairing.board}`;
      setText(link, sign.startsWith("‹") ? `‹ ${text}` : `${text} ›`);
      link.href = this.#go({ g: id, ply: null });
    }
    for (const side of SIDES)
      parts.strips[side].introduce(tournament.players.get(pairing[side]));
    const order = this.#flipped ? ["white", "black"] : ["black", "white"];
    const wanted = [
      parts.strips[order[0]].element,
      this.#wrap,
      parts.strips[order[1]].element,
    ];
    if (wanted.some((element, place) => parts.column.children[place] !== element))
      parts.column.replaceChildren(...wanted);
  }

  #tokenQuery() {
    const token = new URLSearchParams(location.search).get("token");
    return token ? `?token=${encodeURIComponent(token)}` : "";
  }

  #drawGround(fen, last) {
    const config = {
      fen,
      orientation: this.#flipped ? "black" : "white",
      turnColor: toMove(fen),
      check: /[+#]$/.test(last.san),
      lastMove: last.uci ? [last.uci.slice(0, 2), last.uci.slice(2, 4)] : [],
    };
    if (this.#ground) {
      this.#ground.set(config);
      return;
    }
    this.#ground = Chessground(this.#wrap, {
      ...config,
      viewOnly: true,
      coordinates: true,
      disableContextMenu: false,
      animation: { enabled: !matchMedia("(prefers-reduced-motion)").matches, duration: 180 },
      drawable: { enabled: false, visible: false },
    });
  }

  #drawMoves(moves, ply, line) {
    const list = this.#parts.moves;
    if (moves !== this.#drawnMoves) this.#drawRows(moves);
    list.classList.toggle("none", moves.length === 0 && Boolean(line));
    const before = list.querySelector("[aria-current]");
    const chosen = list.querySelector(`[data-ply="${ply}"]`);
    if (before !== chosen) {
      before?.removeAttribute("aria-current");
      chosen?.setAttribute("aria-current", "true");
      if (chosen) keepInView(list, chosen);
      else list.scrollTop = 0;
    }
  }

  /** Replace the rows from the first move that differs on; the others stay, with their focus. */
  #drawRows(moves) {
    let same = 0;
    while (same < moves.length && moves[same] === this.#drawnMoves[same]) same += 1;
    while (this.#rows.length && this.#rows.at(-1).end > same) this.#rows.pop().element.remove();
    for (let at = this.#rows.at(-1)?.end ?? 0; at < moves.length; ) {
      const row = makeRow(moves, at);
      this.#parts.moves.append(row.element);
      this.#rows.push(row);
      at = row.end;
    }
    this.#drawnMoves = moves;
  }

  #drawState(game, following) {
    const parts = this.#parts;
    parts.live.hidden = following;
    setText(parts.live, game.state === "playing" ? "Back to live" : "To the last move");
    parts.result.hidden = !game.result;
    if (game.result) {
      parts.result.classList.toggle("provisional", !game.result.official);
      setText(
        parts.result,
        resultText(game.result) + (game.result.official ? "" : "  provisional"),
      );
    }
    const notes = noteTexts(game.notes);
    if (!game.live && game.state !== "finished") notes.push("This board is not broadcast live");
    parts.notes.hidden = notes.length === 0;
    setText(parts.notes, notes.join(". "));
  }

  #drawWords(fen, last, tournament, pairing) {
    const { white, black } = positionInWords(fen);
    const turn = toMove(fen) === "white" ? "White" : "Black";
    const special = markWords(last);
    const said = special ? `${last.san} (${special})` : last.san;
    const move = last.san ? `After ${moveNumber(fen)} ${said}. ` : "Start position. ";
    const texts = [`${move}${turn} to move.`, `White: ${white}.`, `Black: ${black}.`];
    const names = SIDES.map((side) => surname(tournament.players.get(pairing[side])));
    setAttribute(
      this.#wrap,
      "aria-label",
      `Board ${pairing.board}, ${names.join(" – ")}. ${texts.join(" ")}`,
    );
    const old = [...this.#parts.words.children].map((p) => p.textContent);
    if (old.join("\n") !== texts.join("\n"))
      this.#parts.words.replaceChildren(...texts.map((text) => el("p", {}, text)));
  }

  /** Say new moves and the result aloud, once; nothing of what was there at the start. */
  #speak(tournament, pairing, game, moves) {
    const said = [];
    if (this.#spokenPly >= 0 && moves.length < this.#spokenPly) said.push("Line corrected.");
    if (this.#spokenPly >= 0 && moves.length > this.#spokenPly) {
      const last = moves.at(-1);
      const mover = toMove(last.fen) === "white" ? "Black" : "White";
      const time = last.clock === undefined ? "" : `, ${mover} ${clockText(last.clock)}`;
      const special = markWords(last);
      said.push(
        `${moveNumber(last.fen)} ${last.san}${time}${special ? `, ${special}` : ""}.`,
      );
    }
    const result = game.result ? resultInWords(game.result) : "";
    if (result && result !== this.#spokenResult && this.#spokenPly >= 0) said.push(`${result}.`);
    this.#spokenPly = moves.length;
    this.#spokenResult = result;
    if (said.length) this.#announce(`Board ${pairing.board}: ${said.join(" ")}`);
  }

  #seek(ply) {
    const end = this.#line?.moves.length ?? 0;
    this.#ply = ply === null || ply >= end ? null : Math.max(0, ply);
    this.#go({ ply: this.#ply }, true);
    this.#draw();
  }

  #step(by) {
    const end = this.#line?.moves.length ?? 0;
    this.#seek((this.#ply ?? end) + by);
  }

  #flip() {
    this.#flipped = !this.#flipped;
    this.#draw();
  }

  #key(event) {
    const typing = event.target.closest?.("input, select, textarea");
    if (!this.element.isConnected || typing || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const action = {
      ArrowLeft: () => this.#step(-1),
      ArrowRight: () => this.#step(1),
      ArrowUp: () => this.#seek(0),
      ArrowDown: () => this.#seek(null),
      Home: () => this.#seek(0),
      End: () => this.#seek(null),
      f: () => this.#flip(),
      F: () => this.#flip(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** A row of the list: number, White's move, Black's move; `end` is the next row's first ply. */
function makeRow(moves, at) {
  const whiteFirst = toMove(moves[at].fen) === "black";
  const pair = moves.slice(at, at + (whiteFirst ? 2 : 1));
  const number = moveNumber(moves[at].fen).replace("…", ".");
  const element = el("li", {}, el("span", { class: "number" }, number));
  if (!whiteFirst) element.append(el("span", { class: "gap" }, "…"));
  element.append(...pair.map((move, offset) => makeMove(move, at + offset + 1)));
  // A row with White's move alone is not finished: the answer makes it anew.
  return { element, end: pair.length < 2 && whiteFirst ? at + 2 : at + pair.length };
}

function makeMove(move, ply) {
  const marks = move.marks ?? [];
  const words = markWords(move);
  const button = el("button", { type: "button", "data-ply": ply, class: marks.join(" ") || null });
  const san = el("span", { class: "san" }, move.san);
  const sign = markSign(move);
  if (sign) san.append(el("span", { class: "sign", "aria-hidden": "true" }, sign));
  button.append(san);
  if (words) {
    button.append(el("span", { class: "unseen" }, `, ${words}, `));
    button.title = words[0].toUpperCase() + words.slice(1);
  }
  if (move.clock !== undefined && move.clock !== null)
    button.append(el("span", { class: "time" }, clockText(move.clock)));
  return button;
}

/** What a side had left at a ply: after its last move up to there. */
function clockAt(moves, ply, side) {
  for (let at = ply - 1; at >= 0; at -= 1) {
    const mover = toMove(moves[at].fen) === "white" ? "black" : "white";
    if (mover === side && moves[at].clock !== undefined) return moves[at].clock;
  }
  return null;
}

function keepInView(list, chosen) {
  const top = chosen.offsetTop; // the list is its offset parent
  if (top < list.scrollTop || top + chosen.offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = top - list.clientHeight / 2;
}

/** A player beside the large board: title, name, federation, rating, clock. */
class Strip {
  #title = el("span", { class: "title" });
  #name = el("span", { class: "name" });
  #more = el("span", { class: "rating" });
  #clock = el("span", { class: "clock" });

  constructor(side) {
    this.element = el("div", { class: `strip ${side}` });
    this.element.append(
      el("span", { class: "colour", "aria-label": side === "white" ? "White" : "Black" }),
      this.#title,
      this.#name,
      this.#more,
      this.#clock,
    );
  }

  introduce(player) {
    setText(this.#title, player?.title ?? "");
    setText(this.#name, player?.name ?? "?");
    setText(this.#more, [player?.rating || "", player?.federation].filter(Boolean).join(" · "));
  }

  tick(seconds, running) {
    setText(this.#clock, clockText(seconds));
    this.#clock.classList.toggle("running", running);
    this.#clock.classList.toggle("low", seconds !== null && seconds < 60);
  }
}
