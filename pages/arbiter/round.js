// @ts-nocheck
// Round control: the round's boards with their state, and results by click and by key.

import { longClockText as clockText } from "../base/times.js";
import { BYES } from "./person.js";
import { fill, h, person } from "./dom.js";
import { Refused, send } from "./commands.js";
import { Meetings } from "./meetings.js";
import { gameAddress, MAIN, ResultDesk, stateChip } from "./results.js";
import { ask, dialogIsOpen, toast } from "./talk.js";

const NEEDS = new Set(["conflict", "unclear", "offline"]);
const FILTERS = [
  ["all", "All", () => true],
  ["open", "Open", (board) => board.state !== "confirmed"],
  ["needs", "Needs you", (board, missing) => NEEDS.has(board.state) || board.doubts || missing],
  ["proposed", "Proposed", (board) => board.state === "proposed"],
  ["live", "Live", (board) => board.live],
  ["hand", "By hand", (board, missing) => !board.live && !missing],
];
const KEYS = new Map([
  ["1", "1-0"],
  ["0", "0-1"],
  ["2", "1/2-1/2"],
  ["5", "1/2-1/2"],
  ["=", "1/2-1/2"],
  ["½", "1/2-1/2"],
]);

export class RoundPage {
  constructor(store) {
    this.store = store;
    this.desk = new ResultDesk(store);
    this.desk.changed = (game) => this.renewRow(game);
    this.filter = "all";
    this.search = "";
    this.selected = null;
    this.rows = new Map();
    this.bar = h("div", { class: "round-bar" });
    this.needs = h("div", { class: "needs", role: "region", "aria-label": "Boards that need you" });
    this.meetings = new Meetings(store);
    this.filters = h("div", { class: "filters" });
    this.body = h("tbody");
    this.table = h(
      "table",
      { class: "boards" },
      h("caption", { class: "hidden" }, "The boards of the round"),
      h(
        "thead",
        {},
        h("tr", {}, ["Board", "White", "Result", "Black", "State", "Last move", "Clocks"].map((text) => h("th", { scope: "col" }, text))),
      ),
      this.body,
    );
    this.filterLater = false;
    this.pointed = false; // a mouse is over the rows; a finger never rests there
    this.table.addEventListener("pointerenter", (event) => {
      this.pointed = event.pointerType === "mouse";
    });
    this.table.addEventListener("pointerleave", () => {
      this.pointed = false;
      if (this.filterLater) this.applyFilter();
    });
    this.byes = h("p", { class: "small byes" });
    this.empty = h("p", { class: "empty" });
    this.help = h(
      "p",
      { class: "small keys" },
      "Keys: ",
      h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " choose a board, ",
      h("kbd", {}, "1"), " White won, ", h("kbd", {}, "0"), " Black won, ", h("kbd", {}, "2"), " draw, ",
      h("kbd", {}, "Enter"), " confirm what is proposed, ", h("kbd", {}, "w"), " why is it so.",
    );
    this.purpose = h("p", { class: "small purpose" });
    this.notices = h("ul", { class: "undecided", hidden: true });
    this.element = h("section", { class: "round" }, this.bar, this.purpose, this.notices, this.needs, this.filters, this.table, this.meetings.element, this.byes, this.empty, this.help);
    document.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.tick(), 1000);
  }

  show() {
    this.render();
  }

  news(changed) {
    const games = [...changed].filter((name) => name.startsWith("board/")).map((name) => name.slice(6));
    const structural =
      changed.has("selected") || changed.has("me") ||
      games.some((game) => !this.rows.has(game) || !this.store.get(`board/${game}`));
    if (structural) {
      this.render();
      return;
    }
    games.forEach((game) => this.renewRow(game));
    if (games.length || changed.has("ports")) this.filterSoon();
    if (changed.has("ports")) [...this.rows.keys()].forEach((game) => this.renewRow(game));
    if (games.length || ["round", "meetings", "outlook", "draft", "ports"].some((name) => changed.has(name))) this.renderTop();
  }

  render() {
    this.rows.clear();
    const boards = this.store.boards();
    for (const board of boards) this.rows.set(board.game, this.row(board));
    if (!this.rows.has(this.selected)) this.selected = null;
    this.renderTop();
    fill(this.body, [...this.rows.values()]);
    this.applyFilter();
    this.markSelected();
  }

  renderTop() {
    this.meetings.render();
    const round = this.store.get("round");
    const me = this.store.get("me");
    const boards = this.store.boards();
    this.table.hidden = this.help.hidden = this.filters.hidden = this.needs.hidden = !round;
    this.empty.hidden = Boolean(round);
    this.empty.textContent = "No round has been published yet. Pair it on the page “Next round”.";
    this.notices.hidden = !round?.notices.length;
    fill(this.notices, (round?.notices ?? []).map((text) => h("li", {}, text)));
    if (!round) {
      fill(this.bar);
      fill(this.byes);
      this.purpose.hidden = true;
      return;
    }
    const agreeing = round.agreeing;
    const outlook = this.store.get("outlook");
    fill(
      this.byes,
      round.byes.map(({ player, bye }, index) => `${index ? "; " : "Without an opponent: "}${player.name} (${BYES[bye] ?? bye})`),
    );
    const action = (kind, label, extra = {}) =>
      h("button", { type: "button", "data-key": kind, disabled: !me?.may_manage, ...extra, onclick: () => this.roundCommand(kind) }, label);
    fill(
      this.bar,
      h("h2", {}, `Round ${round.number} of ${round.of} `, h("span", { class: "chip" }, round.state)),
      h(
        "p",
        { class: "counts" },
        Object.entries(round.counts)
          .filter(([, count]) => count)
          .map(([state, count]) => h("span", { class: "chip", "data-state": state }, `${count} ${state}`)),
      ),
      h(
        "div",
        { class: "actions" },
        round.state === "closed" && round.newest && !agreeing.length ? this.nextStep(outlook) : h(
          "button",
          {
            type: "button",
            id: "confirm-all",
            "data-key": "confirm-all",
            class: "primary",
            disabled: !agreeing.length || !me?.may_confirm,
            onclick: () => this.desk.confirmAll(this.store.boards(), this.store.get("round").agreeing),
          },
          agreeing.length ? `Confirm all that agree (${agreeing.length})` : "Nothing to confirm",
        ),
        round.state === "published" ? action("start_round", "Start the round", { "aria-describedby": "purpose" }) : null,
        round.state === "started" && round.newest ? action("close_round", "Close the round") : null,
        round.state === "closed" && round.newest ? action("reopen_round", "Reopen the round") : null,
        round.state !== "closed" && round.newest && outlook?.complete && outlook.next !== null
          ? h("a", { class: "button next-round", href: "#next", "data-key": "next-round" }, `Round ${outlook.next} →`)
          : null,
        this.printLink("boards", "Print by board"),
        this.printLink("names", "Print by name"),
      ),
    );
    this.purpose.hidden = round.state !== "published";
    this.purpose.id = "purpose";
    this.purpose.textContent =
      "“Start the round” notes that the clocks were started, with the time. Electronic boards follow their games without it, and results can be entered.";
    const needing = boards.filter((board) => NEEDS.has(board.state));
    const missing = boards.filter((board) => !NEEDS.has(board.state) && this.missing(board));
    const due = this.meetings.waiting();
    const doubtful = boards.filter((board) => board.doubts);
    const count = new Set([...needing, ...missing, ...doubtful]).size + due.length;
    fill(
      this.needs,
      count
        ? [
            h("strong", {}, count === 1 ? "1 board needs you" : `${count} boards need you`),
            needing
              .sort((a, b) => ["conflict", "unclear", "offline"].indexOf(a.state) - ["conflict", "unclear", "offline"].indexOf(b.state))
              .map((board) =>
                h(
                  "button",
                  { type: "button", "data-key": `needs-${board.game}`, "data-state": board.state, onclick: () => this.open(board.game) },
                  h("strong", {}, `Board ${board.board}: ${board.state}`),
                  h("span", {}, board.reasons[0] ?? ""),
                ),
              ),
            due.map((meeting) => this.meetings.button(meeting)),
            doubtful.map((board) =>
              h(
                "a",
                { class: "button", href: gameAddress(board.game), "data-key": `doubt-${board.game}`, "data-state": "unclear" },
                h("strong", {}, `Board ${board.board}: which moves were played?`),
                h("span", {}, board.unsure),
              ),
            ),
            missing.map((board) =>
              h(
                "a",
                { class: "button", href: "#hall", "data-key": `missing-${board.game}`, "data-state": "offline" },
                h("strong", {}, `Board ${board.board}: electronic board offline`),
                h("span", {}, this.missing(board).text),
              ),
            ),
          ]
        : h("span", { class: "small" }, "No board needs you."),
    );
    fill(
      this.filters,
      FILTERS.map(([name, label, test]) =>
        h(
          "button",
          {
            type: "button",
            "data-key": `filter-${name}`,
            "aria-pressed": String(this.filter === name),
            onclick: () => {
              this.filter = name;
              this.renderTop();
              this.applyFilter();
            },
          },
          `${label} (${boards.filter((board) => test(board, this.missing(board) !== null)).length})`,
        ),
      ),
      h("input", {
        type: "search",
        "data-key": "search",
        placeholder: "Board or name",
        "aria-label": "Find a board or a name",
        value: this.search,
        oninput: (event) => {
          this.search = event.target.value;
          this.applyFilter();
        },
        onkeydown: (event) => this.searchKey(event),
      }),
    );
  }

  // What there is to do once a round is closed.
  nextStep(outlook) {
    if (outlook && outlook.next !== null) {
      const drafted = Boolean(this.store.get("draft"));
      return h("a", { class: "button primary next-round", href: "#next", "data-key": "next-round" }, drafted ? `Draft of round ${outlook.next} →` : `Pair round ${outlook.next} →`);
    }
    return h("a", { class: "button primary", href: "#standings", "data-key": "next-round" }, "Final standings →");
  }

  // A configured electronic board that is not there, though the game could be read.
  missing(board) {
    if (board.live || board.by_hand || board.official !== null) return null;
    return (this.store.get("ports") ?? []).find((one) => one.board === board.board) ?? null;
  }

  // In the box, Enter and the arrow choose what was found: then keys act on that board.
  searchKey(event) {
    if (event.key === "Escape") {
      this.search = event.target.value = "";
      this.applyFilter();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      const found = this.visible();
      if (!this.search.trim() || !found.length) return;
      const wanted = this.search.trim();
      this.select(found.find((game) => String(this.store.get(`board/${game}`).board) === wanted) ?? found[0], { scroll: true });
      event.target.blur();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  printLink(sheet, label) {
    const { tournament, stage, round } = this.store.get("selected");
    const query = new URLSearchParams({ tournament, stage, round });
    return h("a", { href: `/print/${sheet}?${query}`, target: "_blank", rel: "noopener", class: "button print", "data-key": `print-${sheet}` }, label);
  }

  row(board) {
    const busy = this.desk.isBusy(board.game);
    const round = this.store.get("round");
    const locked = busy || !round?.correctable;
    const resultButton = ([code, text]) => {
      const official = board.official === code;
      const agreed = board.state === "proposed" || board.state === "sign seen";
      const proposed = board.official === null && agreed && board.proposed === code;
      return h(
        "button",
        {
          type: "button",
          class: official ? "official" : proposed ? "proposed" : "",
          "data-key": `${board.game}-${code}`,
          "data-code": code,
          "aria-pressed": String(official),
          "aria-label": `Board ${board.board}: ${text}${official ? ", official" : proposed ? ", proposed" : ""}`,
          disabled: locked || (official && board.state === "confirmed"),
          onclick: () => {
            this.select(board.game);
            this.desk.give(this.store.get(`board/${board.game}`), code);
          },
        },
        text,
      );
    };
    const other = board.official !== null && !MAIN.some(([code]) => code === board.official) ? board.official_text : "⋯";
    const row = h(
      "tr",
      {
        "data-game": board.game,
        "data-state": board.state,
        "data-board": board.board,
        "aria-selected": String(this.selected === board.game),
        class: busy ? "busy" : "",
        onclick: (event) => {
          if (!event.target.closest("button")) this.select(board.game);
        },
      },
      h("td", { class: "board-no" }, board.board, board.what ? h("span", { class: "what" }, board.what) : null, board.live ? h("span", { class: "live", title: "electronic board" }, "live") : null),
      h("td", { class: "white" }, person(board.white)),
      h(
        "td",
        { class: "results" },
        h(
          "div",
          { class: "result-buttons", role: "group", "aria-label": `Result of board ${board.board}` },
          MAIN.map(resultButton),
          h(
            "button",
            {
              type: "button",
              class: `more${other === "⋯" ? "" : " official"}`,
              "data-key": `${board.game}-more`,
              "aria-label": `Board ${board.board}: more results, and why`,
              disabled: busy,
              onclick: () => this.open(board.game),
            },
            other,
          ),
        ),
      ),
      h("td", { class: "black" }, person(board.black)),
      h(
        "td",
        { class: "state" },
        stateChip(board),
        h("span", { class: "reason" }, board.reasons[0] ?? ""),
        NEEDS.has(board.state) && board.since ? h("span", { class: "small lasting" }, this.lasting(board)) : null,
        board.notes.length ? h("span", { class: "note" }, board.notes[0]) : null,
        this.missing(board) ? h("span", { class: "conflict-text block" }, `electronic board offline: ${this.missing(board).text}`) : null,
      ),
      h(
        "td",
        { class: "last-move" },
        board.last_move
          ? h("a", { href: gameAddress(board.game), "data-key": `${board.game}-moves`, title: "all moves, and why" }, board.last_move)
          : null,
      ),
      h("td", { class: "clocks" }, this.clocks(board)),
    );
    return row;
  }

  clocks(board) {
    const clock = board.clock;
    if (!clock) return "";
    const over = board.official !== null;
    const since = (this.store.hallTime() - Date.parse(clock.at)) / 1000;
    const side = (name, seconds) => {
      const running = clock.running === name;
      const left = seconds === null || !running || over ? seconds : Math.max(0, seconds - Math.max(0, since));
      return h("span", { class: running ? "running" : "" }, clockText(left));
    };
    return [side("white", clock.white_s), side("black", clock.black_s)];
  }

  // How long it has been so: "for 1:23".
  lasting(board) {
    const seconds = Math.max(0, Math.floor((this.store.hallTime() - Date.parse(board.since)) / 1000));
    return ` for ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  // Between two readings a running clock counts on.
  tick() {
    if (!this.element.isConnected) return;
    for (const [game, row] of this.rows) {
      const board = this.store.get(`board/${game}`);
      const lasting = row.querySelector(".lasting");
      if (lasting && board?.since) lasting.textContent = this.lasting(board);
      if (board?.clock?.running && board.official === null) row.querySelector(".clocks").replaceChildren(...this.clocks(board));
    }
  }

  renewRow(game) {
    const board = this.store.get(`board/${game}`);
    const old = this.rows.get(game);
    if (!board || !old) return;
    const fresh = this.row(board);
    const key = old.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    fresh.hidden = old.hidden;
    old.replaceWith(fresh);
    this.rows.set(game, fresh);
    if (key) fresh.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  // Rows must not move under a pointer that is about to click: they wait until it has left.
  filterSoon() {
    if (this.pointed) this.filterLater = true;
    else this.applyFilter();
  }

  applyFilter() {
    this.filterLater = false;
    const test = FILTERS.find(([name]) => name === this.filter)[2];
    const wanted = this.search.trim().toLocaleLowerCase();
    for (const [game, row] of this.rows) {
      const board = this.store.get(`board/${game}`);
      const found =
        !wanted ||
        String(board.board) === wanted ||
        board.white.name.toLocaleLowerCase().includes(wanted) ||
        board.black.name.toLocaleLowerCase().includes(wanted);
      row.hidden = !(test(board, this.missing(board) !== null) && found);
    }
  }

  // --- choosing a board ------------------------------------------------------------------

  visible() {
    return [...this.rows].filter(([, row]) => !row.hidden).map(([game]) => game);
  }

  select(game, { scroll = false } = {}) {
    this.selected = game;
    this.markSelected();
    if (scroll && game !== null) this.rows.get(game)?.scrollIntoView({ block: "nearest" });
  }

  markSelected() {
    for (const [game, row] of this.rows) row.setAttribute("aria-selected", String(game === this.selected));
  }

  move(step) {
    const games = this.visible();
    if (!games.length) return;
    const at = games.indexOf(this.selected);
    const next = at < 0 ? (step > 0 ? 0 : games.length - 1) : Math.min(Math.max(at + step, 0), games.length - 1);
    this.select(games[next], { scroll: true });
  }

  advance() {
    const games = this.visible();
    const at = games.indexOf(this.selected);
    const open = games.slice(at + 1).find((game) => this.store.get(`board/${game}`).state !== "confirmed");
    if (open) this.select(open, { scroll: true });
  }

  open(game) {
    this.select(game, { scroll: true });
    this.desk.details(this.store.get(`board/${game}`));
  }

  // --- keys --------------------------------------------------------------------------------

  key(event) {
    if (!this.element.isConnected || dialogIsOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "ArrowDown" || event.key === "j") this.move(1);
    else if (event.key === "ArrowUp" || event.key === "k") this.move(-1);
    else if (this.selected === null) return;
    else if (event.key === "w") this.open(this.selected);
    else if (event.key === "Enter") {
      if (event.target.closest("button, a")) return;
      this.press(this.store.get(`board/${this.selected}`)?.proposed);
    } else if (KEYS.has(event.key) && !event.repeat) this.press(KEYS.get(event.key));
    else return;
    event.preventDefault();
  }

  // A key does what its button does, and nothing where the button is disabled.
  press(code) {
    const row = this.rows.get(this.selected);
    const button = code ? row?.querySelector(`button[data-code="${CSS.escape(code)}"]`) : null;
    if (!button || button.disabled || row.hidden) return;
    button.click();
    if (!dialogIsOpen()) this.advance();
  }

  // --- the round itself --------------------------------------------------------------------

  async roundCommand(kind) {
    const { tournament, stage, round } = this.store.get("selected");
    const fields = { tournament, stage, round_no: round };
    const scope = `${tournament}/${stage}`;
    let undo = null;
    if (kind === "reopen_round") {
      const chosen = await ask({
        title: `Reopen round ${round}?`,
        reason: {},
        actions: [{ value: "yes", label: "Reopen", class: "primary" }],
      });
      if (!chosen) return;
      fields.reason = chosen.reason;
    }
    if (kind === "close_round") {
      undo = () => send(this.store, "reopen_round", { ...fields, reason: "closed by mistake" }, { scope }).catch((error) => toast(error.message, { problem: true }));
    }
    try {
      await send(this.store, kind, fields, { scope });
      const done = { start_round: "started", close_round: "closed", reopen_round: "reopened" }[kind];
      const state = { start_round: "started", close_round: "closed", reopen_round: "started" }[kind];
      const holds = () => {
        const now = this.store.get("round");
        return now?.number === round && now.state === state;
      };
      toast(`Round ${round} ${done}`, { undo, about: scope, holds });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }
}

