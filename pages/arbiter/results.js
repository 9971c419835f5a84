// @ts-nocheck
// Entering, confirming and overruling results: by click and by key.

import { timeText } from "../base/times.js";
import { h, person } from "./dom.js";
import { Refused, send } from "./commands.js";
import { presence, sinceWords } from "./device.js";
import { diagram } from "./diagram.js";
import { ask, toast } from "./talk.js";

export const MAIN = [
  ["1-0", "1-0"],
  ["1/2-1/2", "½-½"],
  ["0-1", "0-1"],
];
const FORFEITS = [
  ["+-", "+ −", "Black did not come"],
  ["-+", "− +", "White did not come"],
  ["--", "− −", "neither came"],
];
const ODD = [
  ["0-0", "0-0", "both lose"],
  ["1/2-0", "½-0", "White a draw, Black nothing"],
  ["0-1/2", "0-½", "Black a draw, White nothing"],
];
const SHOWN = new Map([...MAIN, ...FORFEITS, ...ODD].map(([code, text]) => [code, text]));
// What setting a claim aside means, by who made it.
const ASIDE = {
  "king-sign": "the kings do not count as a result",
  position: "mate, stalemate or a dead position on the board does not count as a result",
  flag: "the fallen flag does not count as a result",
};
const LOOK = new Set(["unclear", "conflict", "sign seen", "proposed"]);
const JUST_NOW_MS = 150; // nobody reads a change and clicks in less

export function gameAddress(game) {
  return `#game/${encodeURIComponent(game)}`;
}

export function shown(code) {
  return SHOWN.get(code) ?? code;
}

export class ResultDesk {
  constructor(store) {
    this.store = store;
    this.busy = new Set(); // games with a command on its way
    this.changed = () => {};
  }

  isBusy(game) {
    return this.busy.has(game);
  }

  // One command at a time for a game: a second click finds the first on its way.
  async act(board, kind, fields, done) {
    if (this.busy.has(board.game)) return false;
    this.busy.add(board.game);
    this.changed(board.game);
    try {
      await send(this.store, kind, { game: board.game, ...fields }, { seenMs: JUST_NOW_MS, scope: board.game });
      const holds = done?.official ? () => this.store.get(`board/${board.game}`)?.official === done.official : null;
      if (done) toast(`Board ${board.board}: ${done.text}`, { undo: done.undo, about: board.game, holds });
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
      return false;
    } finally {
      this.busy.delete(board.game);
      this.changed(board.game);
    }
  }

  // What a click on a result means depends on what is known of the game.
  async give(board, code) {
    if (this.busy.has(board.game)) return;
    if (board.official === code && board.state === "confirmed") return;
    const odd = ODD.some(([other]) => other === code);
    const disputed =
      board.state === "conflict" ||
      (board.state === "unclear" && board.claims.length > 0) ||
      (board.proposed !== null && board.proposed !== code);
    if (board.official !== null || disputed || odd) {
      await this.overrule(board, code);
      return;
    }
    const forfeit = FORFEITS.find(([other]) => other === code);
    if (forfeit && board.state !== "proposed") {
      const sure = await ask({
        title: `Board ${board.board}: ${forfeit[1]}, ${forfeit[2]}?`,
        body: [players(board), h("p", {}, board.plies ? `${board.plies} half-moves were played on this board.` : "A game that was not played is not rated.")],
        actions: [{ value: "yes", label: `Enter ${shown(code)}` }],
      });
      if (!sure) return;
    }
    const undo = () => this.reopen(board, "entered by mistake");
    if (board.state === "proposed") {
      await this.act(board, "confirm_result", { result: code }, { text: `${shown(code)} confirmed`, undo, official: code });
      return;
    }
    const may = this.store.get("me")?.may_confirm;
    await this.act(board, "enter_result", { result: code }, may ? { text: `${shown(code)} entered`, undo, official: code } : { text: `${shown(code)} reported` });
  }

  async confirm(board) {
    if (board.state === "proposed" && board.proposed !== null) await this.give(board, board.proposed);
  }

  async overrule(board, code) {
    const me = this.store.get("me");
    if (!me?.may_confirm) {
      const claimed = await ask({
        title: `Board ${board.board}: report ${shown(code)}?`,
        body: [players(board), evidence(board), h("p", {}, "An arbiter will decide.")],
        actions: [{ value: "claim", label: `Report ${shown(code)}`, class: "primary" }],
      });
      if (claimed) await this.act(board, "enter_result", { result: code }, { text: `${shown(code)} reported` });
      return;
    }
    const now = board.official_text
      ? `Official now: ${board.official_text}.`
      : board.proposed_text
        ? `Proposed now: ${board.proposed_text}.`
        : "";
    const chosen = await ask({
      title: `Board ${board.board}: rule ${shown(code)}?`,
      body: [
        players(board),
        now ? h("p", { class: "now" }, now) : null,
        evidence(board),
        board.official !== null ? consequences(board, code) : null,
      ],
      reason: { hint: "for example: match card signed by both players" },
      actions: [{ value: "rule", label: `Rule ${shown(code)}`, class: "primary" }],
    });
    if (!chosen) return;
    await this.act(board, "rule_result", { result: code, reason: chosen.reason }, { text: `${shown(code)} ruled`, official: code });
  }

  async reopen(board, reason = null) {
    let why = reason;
    if (why === null) {
      const chosen = await ask({
        title: `Board ${board.board}: reopen the game?`,
        body: [players(board), h("p", {}, "Its result and all claims are set aside; the game goes on.")],
        reason: { hint: "for example: the result was entered on the wrong board" },
        actions: [{ value: "reopen", label: "Reopen", class: "primary" }],
      });
      if (!chosen) return;
      why = chosen.reason;
    }
    await this.act(board, "reopen_game", { reason: why }, { text: "reopened" });
  }

  async takeOver(board) {
    const chosen = await ask({
      title: `Board ${board.board}: record it by hand?`,
      body: [h("p", {}, "The electronic board is not read for this game any more.")],
      reason: { hint: "for example: the board has a faulty square" },
      actions: [{ value: "take", label: "Record by hand", class: "primary" }],
    });
    if (chosen) await this.act(board, "take_over_game", { reason: chosen.reason }, { text: "recorded by hand" });
  }

  // Rating alone: what the standings say stays.
  async rate(board) {
    const chosen = await ask({
      title: `Board ${board.board}: another result for rating?`,
      body: [players(board), h("p", { class: "now" }, `The standings keep ${board.official_text}.`)],
      reason: { hint: "for example: the game was played, the standings' result is a sanction" },
      actions: [
        ...MAIN.map(([code, label]) => ({ value: code, label })),
        { value: "1/2-1/2 unrated", label: "Not rated" },
        ...(board.rated ? [{ value: "same", label: "As in the standings" }] : []),
      ],
    });
    if (!chosen) return;
    const result = chosen.value === "same" ? null : chosen.value;
    await this.act(board, "set_rating_result", { result, reason: chosen.reason }, { text: result === null ? "rated as in the standings" : "the result for rating is set" });
  }

  async writeMoves(board) {
    const chosen = await ask({
      title: `Board ${board.board}: write moves down`,
      body: [h("p", {}, board.last_move ? `After ${board.last_move}.` : "From the start.")],
      reason: { label: "Moves", hint: "for example: 12. Nf3 d5 13. c4" },
      actions: [{ value: "write", label: "Write down", class: "primary" }],
    });
    if (chosen) await this.act(board, "record_moves", { moves: chosen.reason }, { text: "moves written down" });
  }

  async takeBack(board) {
    const chosen = await ask({
      title: `Board ${board.board}: take ${board.last_move} back?`,
      reason: { hint: "for example: misread the scoresheet" },
      actions: [{ value: "back", label: "Take back", class: "primary" }],
    });
    if (chosen) await this.act(board, "take_back_move", { reason: chosen.reason }, { text: `${board.last_move} taken back` });
  }

  async setAside(board, source) {
    const chosen = await ask({
      title: `Board ${board.board}: set the claim of the ${words(source)} aside?`,
      reason: { hint: "for example: the kings were put away before the game ended" },
      actions: [{ value: "withdraw", label: "Set aside", class: "primary" }],
    });
    if (chosen) {
      await this.act(board, "withdraw_claim", { source, reason: chosen.reason }, { text: "claim set aside" });
    }
  }

  // Everything about one game: why it is so, and every result there is.
  async details(board) {
    const me = this.store.get("me");
    const button = ([code, label, hint]) => ({ value: `result:${code}`, label, hint });
    const more = [
      ...board.claims.map((claim) => ({ value: `aside:${claim.source}`, label: `Set the ${words(claim.source)} aside`, hint: ASIDE[claim.source] ?? "it does not count; the log keeps it" })),
      ...(board.official ? [{ value: "reopen", label: "Reopen the game", hint: "takes the official result back" }] : []),
      ...(board.live
        ? [{ value: "take", label: "Record by hand", hint: "stop reading the electronic board here" }]
        : [{ value: "moves", label: "Write moves down", hint: "continue the game's record yourself" }]),
      ...(board.official && me?.may_confirm ? [{ value: "rating", label: "Result for rating" }] : []),
      ...(!board.live && board.plies ? [{ value: "back", label: `Take ${board.last_move} back` }] : []),
    ];
    const chosen = await ask({
      title: `Board ${board.board}`,
      body: [
        players(board),
        h("p", {}, stateChip(board), " ", board.reasons[0] ?? ""),
        board.reasons.slice(1).map((text) => h("p", { class: "conflict-text" }, text)),
        board.notes.map((text) => h("p", { class: "note" }, text)),
        evidence(board),
        LOOK.has(board.state) ? lookAtBoard(board) : null,
        h(
          "dl",
          { class: "facts" },
          board.last_move ? [h("dt", {}, "Last move"), h("dd", {}, board.last_move)] : null,
          board.device
            ? [
                h("dt", {}, "Device"),
                h(
                  "dd",
                  {},
                  `${board.device.device}, ${presence(board.device)}${board.device.reason ? `: ${board.device.reason}` : ""}`,
                  h("span", { class: "small block" }, [board.device.port, sinceWords(board.device)].filter(Boolean).join(", ")),
                  board.device.warnings.map((text) => h("span", { class: "conflict-text block" }, text)),
                ),
              ]
            : null,
        ),
      ],
      actions: [
        ...(board.proposed !== null && board.state === "proposed" && me?.may_confirm
          ? [{ value: "confirm", label: `Confirm ${shown(board.proposed)}`, class: "primary" }]
          : []),
        { heading: "Played" },
        ...MAIN.map(button),
        { heading: "Not played" },
        ...FORFEITS.map(button),
        ...(me?.may_confirm ? [{ heading: "By ruling" }, ...ODD.map(button)] : []),
        { heading: "More" },
        { value: "game", label: "Moves, and why", hint: "every move with its evidence; correct the moves" },
        ...more,
      ],
    });
    if (!chosen) return;
    if (chosen.value === "game") {
      location.hash = gameAddress(board.game);
      return;
    }
    const current = this.store.get(`board/${board.game}`) ?? board;
    const [what, which] = chosen.value.split(/:(.*)/s);
    if (what === "confirm") await this.confirm(current);
    else if (what === "result") await this.give(current, which);
    else if (what === "aside") await this.setAside(current, which);
    else if (what === "reopen") await this.reopen(current);
    else if (what === "rating") await this.rate(current);
    else if (what === "take") await this.takeOver(current);
    else if (what === "moves") await this.writeMoves(current);
    else if (what === "back") await this.takeBack(current);
  }

  async confirmAll(boards, agreeing) {
    const list = agreeing.map(([game, code]) => [boards.find((board) => board.game === game), code]).filter(([board]) => board);
    const chosen = await ask({
      title: `Confirm ${list.length} ${list.length === 1 ? "result" : "results"}?`,
      body: [
        h("p", {}, "All who spoke agree on these. Boards with a conflict or a doubt are not among them."),
        h(
          "table",
          { class: "list" },
          h("tbody", {}, list.map(([board, code]) =>
            h(
              "tr",
              {},
              h("td", { class: "number" }, board.board),
              h("td", {}, board.white.name),
              h("td", { class: "result" }, shown(code)),
              h("td", {}, board.black.name),
              h("td", { class: "small" }, board.reasons[0] ?? "", board.unsure ? h("span", { class: "conflict-text block" }, `moves not certain: ${board.unsure}`) : null),
            ),
          )),
        ),
      ],
      actions: [{ value: "all", label: `Confirm ${list.length}`, class: "primary" }],
    });
    if (!chosen) return;
    try {
      const done = await send(this.store, "confirm_agreeing", { results: list.map(([board, code]) => [board.game, code]) });
      toast(`${done.length} ${done.length === 1 ? "result" : "results"} confirmed`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }
}

export function words(source) {
  return source.replaceAll("-", " ");
}

export function stateChip(board) {
  return h("span", { class: "chip", "data-state": board.state }, board.state);
}

function players(board) {
  return h("p", { class: "pair" }, person(board.white), " – ", person(board.black));
}

// Filled in when it has been counted; nobody has to wait for it.
function consequences(board, code) {
  const place = h("div", { class: "small consequences" }, "Counting what this changes …");
  fetch(`/api/consequences?${new URLSearchParams({ game: board.game, result: code })}`)
    .then((answer) => answer.json())
    .then(({ sentences, refused }) => {
      if (refused) place.textContent = refused;
      else if (!sentences.length) place.textContent = "It changes no points, ranks or pairings.";
      else place.replaceChildren("It changes:", h("ul", {}, sentences.map((text) => h("li", {}, text))));
    })
    .catch(() => {
      place.textContent = "What this changes could not be counted.";
    });
  return place;
}

// Two small boards: what the sensors see, and where the line leads.
export function lookAtBoard(board) {
  const place = h("div", { class: "diagrams" });
  fetch(`/api/diagrams?${new URLSearchParams({ game: board.game })}`)
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((found) => {
      if (!found?.seen) return;
      place.replaceChildren(
        diagram(found.seen, found.differences, `What the sensors see: ${found.when}`),
        diagram(found.line, found.differences, found.after ? `The game's record, after ${found.after}` : "The game's record: the start"),
        h("p", { class: "small" }, found.text),
      );
    })
    .catch(() => {}); // the words above say what is to be known
  return place;
}

export function evidence(board) {
  if (!board.claims.length) return h("p", { class: "small" }, "Nobody has said anything about the result yet.");
  return h(
    "ul",
    { class: "claims" },
    board.claims.map((claim) =>
      h(
        "li",
        {},
        h("strong", {}, `${claim.result} `),
        `${words(claim.source)}, ${claim.by}, ${timeText(claim.at)}`,
        claim.certainty === "certain" ? null : ` (${claim.certainty})`,
        claim.text ? h("div", { class: "small" }, claim.text) : null,
        claim.doubts.map((doubt) => h("div", { class: "conflict-text" }, doubt)),
      ),
    ),
  );
}
