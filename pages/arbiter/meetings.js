// @ts-nocheck
// Meetings of several games: their score, and the lots and choices that the next game wants.

import { timeText } from "../base/times.js";
import { fill, h } from "./dom.js";
import { Refused, send } from "./commands.js";
import { ask, toast } from "./talk.js";

export class Meetings {
  constructor(store) {
    this.store = store;
    this.element = h("section", { class: "meetings", "aria-label": "Meetings of several games" });
  }

  render() {
    const meetings = this.store.get("meetings") ?? [];
    this.element.hidden = !meetings.length;
    fill(this.element, meetings.map((meeting) => this.line(meeting)));
  }

  // Those that wait for an arbiter.
  waiting() {
    return (this.store.get("meetings") ?? []).filter((meeting) => meeting.needs);
  }

  // What an arbiter does next, as a button that stands among the boards that need somebody.
  button(meeting) {
    const [label, act] = {
      lot: ["draw the lot for the colours", () => this.draw(meeting)],
      choice: ["enter the choice of colour", () => this.choose(meeting)],
      start: ["start the next game", () => this.start(meeting)],
    }[meeting.needs];
    return h(
      "button",
      {
        type: "button",
        "data-key": `meeting-${meeting.pairing}`,
        "data-needs": meeting.needs,
        disabled: !this.store.get("me")?.may_manage,
        onclick: act,
      },
      h("strong", {}, `Board ${meeting.board}: ${label}`),
      h("span", {}, meeting.why),
    );
  }

  line(meeting) {
    return h(
      "div",
      { class: "meeting", "data-pairing": meeting.pairing },
      h("strong", {}, `Board ${meeting.board}: ${meeting.players.map((player) => player.name).join(" – ")}`),
      h("span", { class: "score" }, meeting.why, meeting.starts_by ? `; it must start by ${timeText(meeting.starts_by)}` : ""),
      h("ul", { class: "small" }, meeting.games.map((game) => h("li", {}, this.game(game)))),
    );
  }

  // A game, its clocks and what it gave.
  game(game) {
    const side = { white: "White", black: "Black" }[game.odds];
    const about = [game.time, side ? `a draw is enough for ${side}` : ""].filter(Boolean).join("; ");
    const result = game.result ?? "no result";
    return `${game.what}: ${game.white} – ${game.black} ${result}${about ? ` (${about})` : ""}${game.counts ? "" : ", does not count"}`;
  }

  async draw(meeting) {
    const chosen = await ask({
      title: `Board ${meeting.board}: who has the colours?`,
      body: [h("p", {}, meeting.why)],
      actions: [
        { value: "", label: "Let the program draw", class: "primary" },
        { heading: "It was drawn by hand" },
        ...meeting.players.map((player) => ({ value: player.id, label: `${player.name} won the lot` })),
      ],
    });
    if (!chosen) return;
    await this.send("draw_colours", meeting, { winner: chosen.value || null });
  }

  async choose(meeting) {
    const { id, name } = meeting.lot_winner;
    const other = meeting.players.find((player) => player.id !== id);
    const board = this.boardField(meeting);
    const chosen = await ask({
      title: `Board ${meeting.board}: ${name} won the lot`,
      body: [h("p", {}, meeting.why), board.element],
      actions: [
        { value: id, label: `${name} takes White` },
        { value: other.id, label: `${name} takes Black` },
      ],
    });
    if (chosen) await this.send("start_next_game", meeting, { white: chosen.value, board: board.value() });
  }

  async start(meeting) {
    const board = this.boardField(meeting);
    const chosen = await ask({
      title: `Board ${meeting.board}: start the next game?`,
      body: [h("p", {}, meeting.why), board.element],
      actions: [{ value: "yes", label: "Start it", class: "primary" }],
    });
    if (chosen) await this.send("start_next_game", meeting, { board: board.value() });
  }

  // Where the game is played: where the two sit, unless another board is named.
  boardField(meeting) {
    const input = h("input", { type: "number", min: "1", value: String(meeting.board) });
    return {
      element: h("label", { class: "stack" }, "Played at board", input),
      value: () => (Number(input.value) === meeting.board || !input.value ? null : Number(input.value)),
    };
  }

  async send(kind, meeting, fields) {
    try {
      await send(this.store, kind, { pairing: meeting.pairing, ...fields }, { scope: meeting.pairing });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }
}
