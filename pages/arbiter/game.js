// @ts-nocheck
// One game: why its moves are believed, which doubtful ones were played, what a scoresheet says.

import { longClockText as clockText, timeText } from "../base/times.js";
import { fill, h, person } from "./dom.js";
import { Refused, post, send } from "./commands.js";
import { diagram } from "./diagram.js";
import { evidence, lookAtBoard, stateChip } from "./results.js";
import { toast } from "./talk.js";

const QUIET_MS = 700; // moves that come quickly are asked for together
const CERTAINTY = {
  certain: "certain",
  likely: "likely, not yet certain",
  unclear: "unclear: it may not be a move of the game",
};
const WRITTEN = [
  ["scoresheet", "The whole game", "nothing was played after the last of these moves"],
  ["moves", "The moves so far", "the game may have gone on: the board goes on from there"],
  ["move", "One move", "with its number: 24.Nf3 for White's, 24...Nf6 for Black's"],
];

export class GamePage {
  constructor(store) {
    this.store = store;
    this.id = "";
    this.chosen = null; // the ply whose evidence is shown
    this.found = null;
    this.offer = null;
    this.waiting = false;
    this.head = h("div");
    this.doubts = h("div");
    this.moves = h("ol", { class: "moves", "aria-label": "The moves of the game" });
    this.why = h("div", { class: "box why", "aria-live": "polite" });
    this.result = h("div");
    this.join = h("div");
    this.history = h("div");
    this.repair = this.repairForm();
    this.element = h(
      "section",
      { class: "game-page" },
      this.head,
      this.doubts,
      h("h3", {}, "Moves"),
      h("p", { class: "small" }, "Choose a move to see why it is believed."),
      this.moves,
      this.why,
      h("h3", {}, "Result"),
      this.result,
      this.join,
      this.repair,
      this.history,
    );
  }

  board() {
    return this.store.get(`board/${this.id}`);
  }

  show(id) {
    if (id !== undefined && id !== this.id) {
      this.id = id;
      this.chosen = this.found = null;
      this.dropOffer();
      this.text.value = "";
    }
    this.render();
    this.load();
  }

  news(changed) {
    if (!changed.has(`board/${this.id}`)) return;
    this.renderHead();
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      if (this.element.isConnected) this.load();
    }, QUIET_MS);
  }

  async load() {
    const wanted = this.id;
    try {
      const answer = await fetch(`/api/game?${new URLSearchParams({ game: wanted })}`, { cache: "no-store" });
      const found = answer.ok ? await answer.json() : null;
      if (wanted !== this.id) return;
      this.found = found;
    } catch {
      return; // the header says that the program does not answer
    }
    this.render();
  }

  render() {
    this.renderHead();
    this.renderDoubts();
    this.renderMoves();
    this.renderHistory();
  }

  renderHead() {
    const board = this.board();
    if (!board) {
      fill(this.head, h("p", { class: "empty" }, "This game is not in the round that is chosen."), this.back());
      fill(this.result);
      fill(this.join);
      return;
    }
    fill(
      this.head,
      this.back(),
      h("h2", {}, `Board ${board.board} `, stateChip(board)),
      h("p", { class: "pair" }, person(board.white), " – ", person(board.black)),
      board.reasons.map((text) => h("p", { class: "small" }, text)),
      board.notes.map((text) => h("p", { class: "note" }, text)),
    );
    fill(this.result, evidence(board));
    this.renderJoin(board);
  }

  back() {
    return h("a", { href: "#round", class: "button", "data-key": "back" }, "← Round");
  }

  // --- doubts ------------------------------------------------------------------------------

  renderDoubts() {
    const doubts = this.found?.doubts ?? [];
    fill(
      this.doubts,
      doubts.map((doubt) =>
        h(
          "div",
          { class: "box doubt" },
          h("h3", {}, "Which of these was played?"),
          h("p", {}, `${doubt.text[0].toUpperCase()}${doubt.text.slice(1)}. Ask the players, or look at a scoresheet.`),
          h(
            "div",
            { class: "lines" },
            doubt.lines.map((line, index) =>
              h(
                "div",
                { class: "line" },
                h("p", { class: "line-moves" }, line.text, line.now ? h("span", { class: "chip" }, "shown now") : null),
                diagram(line.squares, [], `After ${line.moves.length} half-moves`),
                h(
                  "button",
                  {
                    type: "button",
                    "data-key": `line-${doubt.from_ply}-${index}`,
                    "aria-label": `This was played: ${line.text}`,
                    onclick: () => this.choose(doubt, line),
                  },
                  "This was played",
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  choose(doubt, line) {
    return this.act("choose_line", { from_ply: doubt.from_ply, moves: line.moves }, "the moves are settled");
  }

  // --- moves and why -----------------------------------------------------------------------

  renderMoves() {
    const moves = this.found?.moves ?? [];
    fill(
      this.moves,
      moves.map((move) => {
        const first = move.ply === 1 || move.number.endsWith(".");
        return h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              "data-key": `move-${move.ply}`,
              "data-certainty": move.certainty,
              "aria-pressed": String(this.chosen === move.ply),
              title: [CERTAINTY[move.certainty], ...move.marks].join(", "),
              onclick: () => {
                this.chosen = this.chosen === move.ply ? null : move.ply;
                this.renderMoves();
              },
            },
            first ? h("span", { class: "small" }, `${move.number} `) : null,
            move.san,
            move.certainty === "unclear" ? h("span", { class: "mark" }, " ?") : null,
            move.marks.length ? h("span", { class: "mark" }, " ≈") : null,
          ),
        );
      }),
    );
    const move = moves.find((one) => one.ply === this.chosen);
    this.why.hidden = !move;
    if (!move) return fill(this.why, moves.length || !this.found ? null : h("p", { class: "small" }, "No move yet."));
    return fill(
      this.why,
      h("h4", {}, `Why ${move.number} ${move.san}?`),
      h(
        "div",
        { class: "why-columns" },
        h(
          "div",
          {},
          h("p", {}, move.reason ? `${move.reason[0].toUpperCase()}${move.reason.slice(1)}.` : "Nothing is kept of how it was seen."),
          h(
            "dl",
            { class: "facts" },
            h("dt", {}, "Certainty"),
            h("dd", {}, CERTAINTY[move.certainty], move.marks.length ? `; ${move.marks.join(", ")}` : ""),
            h("dt", {}, "Confirmed by"),
            h("dd", {}, move.confirmed || "nothing yet"),
            h("dt", {}, "Played at"),
            h("dd", {}, timeText(move.at)),
            h("dt", {}, "Time left"),
            h("dd", {}, move.clock_s === null ? "not known" : clockText(move.clock_s)),
            move.by ? [h("dt", {}, "Written down by"), h("dd", {}, move.by)] : null,
          ),
        ),
        diagram(move.squares, [move.uci.slice(0, 2), move.uci.slice(2, 4)], `After ${move.number} ${move.san}`),
      ),
    );
  }

  renderHistory() {
    const corrections = this.found?.corrections ?? [];
    fill(
      this.history,
      corrections.length
        ? [
            h("h3", {}, "Corrections"),
            h(
              "ul",
              { class: "claims" },
              corrections.map((one) => h("li", {}, h("strong", {}, one.text), ` ${timeText(one.at)}, ${one.by || "the board"}: ${one.reason}`)),
            ),
          ]
        : null,
    );
  }

  // --- a scoresheet, or one move -------------------------------------------------------------

  repairForm() {
    this.text = h("textarea", { rows: "3", maxlength: "60000", "data-key": "sheet", placeholder: "1. e4 e5 2. Nf3 …" });
    this.what = h("select", { "data-key": "what" }, WRITTEN.map(([value, label]) => h("option", { value }, label)));
    this.hint = h("p", { class: "small" }, WRITTEN[0][2]);
    this.what.addEventListener("change", () => {
      this.hint.textContent = WRITTEN.find(([value]) => value === this.what.value)[2];
      this.dropOffer();
    });
    this.text.addEventListener("input", () => this.dropOffer());
    this.answer = h("div", { class: "offer", "aria-live": "polite" });
    return h(
      "div",
      { class: "repair" },
      h("h3", {}, "Correct the moves"),
      h(
        "p",
        { class: "small" },
        "The board's recording is read again under what you write. Nothing changes until you have compared both.",
      ),
      h("label", { class: "stack" }, "You write", this.what),
      this.hint,
      h("label", { class: "stack" }, "Moves (PGN or as on a scoresheet)", this.text),
      h("button", { type: "button", "data-key": "look", onclick: () => this.look() }, "Look whether it fits"),
      this.answer,
    );
  }

  dropOffer() {
    this.offer = null;
    if (this.answer) fill(this.answer);
  }

  async look() {
    fill(this.answer, h("p", { class: "small" }, "Reading the recording again …"));
    const wanted = this.id;
    try {
      this.offer = await post("/api/offers", { game: this.id, text: this.text.value, what: this.what.value });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.offer = { refused: error.message };
    }
    if (wanted === this.id) this.renderOffer();
  }

  renderOffer() {
    const offer = this.offer;
    if (offer.refused) {
      fill(this.answer, h("div", { class: "box problem-box", role: "alert" }, h("p", {}, `${offer.refused[0].toUpperCase()}${offer.refused.slice(1)}.`)));
      return;
    }
    if (offer.same && !offer.moves.length) {
      fill(this.answer, h("p", { class: "box" }, "It fits, and the record says the same already."));
      return;
    }
    const reason = h("input", { "data-key": "offer-reason", maxlength: "500", value: "scoresheet" });
    fill(
      this.answer,
      offer.notes.map((text) => h("p", { class: "note" }, text)),
      h(
        "div",
        { class: "compare" },
        h("div", {}, h("h4", {}, "Now"), h("p", { class: "line-moves" }, offer.now_text || "(no moves)"), diagram(offer.now_squares, differing(offer), "At its end")),
        h("div", {}, h("h4", {}, "Corrected"), h("p", { class: "line-moves" }, offer.then_text || "(no moves)"), diagram(offer.then_squares, differing(offer), "At its end")),
      ),
      h("label", { class: "stack" }, "Reason (kept with the decision)", reason),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          "data-key": "accept",
          onclick: () => this.accept(reason.value),
        },
        "Correct the moves",
      ),
    );
  }

  async accept(reason) {
    const { from_ply, before, moves } = this.offer;
    if (await this.act("correct_line", { from_ply, before, moves, reason }, "the moves are corrected")) {
      this.dropOffer();
      this.text.value = "";
    }
  }

  // --- a board that joined late ---------------------------------------------------------------

  renderJoin(board) {
    const lost = board.live && board.state === "unclear" && !board.claims.length;
    if (!lost) return fill(this.join);
    if (this.join.firstChild) return null; // somebody may be filling it in
    const white = h("select", { "data-key": "to-move" }, h("option", { value: "" }, "choose …"), h("option", { value: "w" }, "White"), h("option", { value: "b" }, "Black"));
    const number = h("input", { type: "number", min: "1", max: "300", value: "1", "data-key": "move-no" });
    const reason = h("input", { "data-key": "join-reason", maxlength: "500", placeholder: "for example: the board was switched on late" });
    return fill(
      this.join,
      h(
        "div",
        { class: "box join" },
        h("h3", {}, "The board fits no line"),
        h("p", {}, "If the moves are known, write the moves so far below: the board goes on from there. If they are not, its record can begin with what stands on it, so that at least the moves from now on are shown."),
        lookAtBoard(board),
        h("label", { class: "stack" }, "Who is to move?", white),
        h("label", { class: "stack" }, "Number of the next move, if it is known", number),
        h("label", { class: "stack" }, "Reason (kept with the decision)", reason),
        h("button", { type: "button", "data-key": "adopt", onclick: () => this.adopt(white.value, number.value, reason.value) }, "Begin with what stands"),
      ),
    );
  }

  async adopt(side, number, reason) {
    if (!side) {
      toast("Say first who is to move.", { problem: true });
      return;
    }
    const answer = await fetch(`/api/diagrams?${new URLSearchParams({ game: this.id })}`);
    const seen = answer.ok ? (await answer.json()).seen : null;
    if (!seen) {
      toast("What stands on the board is not known: check its cable.", { problem: true });
      return;
    }
    const fields = { placement: field(seen), white_to_move: side === "w", move_no: Number(number) || 1, reason };
    await this.act("adopt_position", fields, "the record begins with what stands on the board");
  }

  async act(kind, fields, done) {
    const board = this.board();
    try {
      await send(this.store, kind, { game: this.id, ...fields }, { scope: this.id });
      toast(`Board ${board?.board ?? ""}: ${done}`, { about: this.id });
      await this.load();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
      return false;
    }
  }
}

function differing(offer) {
  const names = [];
  for (let square = 0; square < 64; square += 1) {
    if (offer.now_squares[square] !== offer.then_squares[square]) {
      names.push(`${"abcdefgh"[square % 8]}${Math.floor(square / 8) + 1}`);
    }
  }
  return names;
}

// 64 squares, a1 … h8, as the first field of a FEN.
function field(squares) {
  const ranks = [];
  for (let rank = 7; rank >= 0; rank -= 1) {
    ranks.push(squares.slice(8 * rank, 8 * rank + 8).replace(/\.+/g, (empty) => empty.length));
  }
  return ranks.join("/");
}
