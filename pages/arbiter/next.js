// @ts-nocheck
// The next round: pair it, look at the draft, edit, publish.

import { BYES } from "./person.js";
import { fill, h, person } from "./dom.js";
import { Refused, send } from "./commands.js";
import { ask, toast } from "./talk.js";

export class NextPage {
  constructor(store) {
    this.store = store;
    this.pairing = false;
    this.chosen = null; // the player to be exchanged
    this.top = h("div");
    this.draft = h("div");
    this.element = h("section", { class: "next" }, this.top, this.draft);
  }

  show() {
    this.render();
  }

  news(changed) {
    if (["outlook", "draft", "selected", "me", "players"].some((name) => changed.has(name))) this.render();
  }

  async command(kind, fields, said, undo = null) {
    const { tournament, stage } = this.store.get("selected");
    try {
      await send(this.store, kind, { tournament, stage, ...fields }, { scope: `${tournament}/${stage}` });
      if (said) toast(said, { undo, about: `${tournament}/${stage}` });
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
      return false;
    }
  }

  async pair() {
    if (this.pairing) return;
    const outlook = this.store.get("outlook");
    let adjourn = false;
    if (outlook.open.length) {
      const chosen = await ask({
        title: `Pair round ${outlook.next} over open games?`,
        body: [
          h("p", {}, "These games count as draws for the pairing, as adjourned ones do. Their results can still be entered later."),
          h("ul", {}, outlook.sentences.map((text) => h("li", {}, text))),
        ],
        actions: [{ value: "adjourn", label: "Pair with these as adjourned", class: "primary" }],
      });
      if (!chosen) return;
      adjourn = true;
    }
    this.pairing = true;
    this.render();
    await this.command("draft_pairings", { adjourn }, `Round ${outlook.next} is drafted: look at it, then publish`);
    this.pairing = false;
    this.render();
  }

  render() {
    const outlook = this.store.get("outlook");
    const me = this.store.get("me");
    const draft = this.store.get("draft");
    if (!outlook) {
      fill(this.top, h("p", { class: "empty" }, "There is no tournament to pair."));
      fill(this.draft);
      return;
    }
    const blocked = outlook.blockers.length > 0;
    fill(
      this.top,
      h("h2", {}, outlook.next === null ? "All rounds are published" : `Round ${outlook.next}`),
      blocked
        ? h(
            "div",
            { class: "box problem-box" },
            h("strong", {}, "Pairing must wait"),
            h("ul", {}, outlook.blockers.map((text) => h("li", {}, text))),
            this.undecided(outlook.next, me),
          )
        : null,
      !blocked && outlook.open.length && outlook.next !== null
        ? h(
            "div",
            { class: "box" },
            h("strong", {}, `Open: board ${outlook.open.join(", ")}`),
            h("ul", {}, outlook.sentences.map((text) => h("li", {}, text))),
          )
        : null,
      outlook.next === null
        ? null
        : h(
            "div",
            { class: "actions" },
            h(
              "button",
              {
                type: "button",
                id: "pair",
                "data-key": "pair",
                class: draft ? "" : "primary",
                disabled: blocked || this.pairing || !me?.may_manage,
                onclick: () => this.pair(),
              },
              this.pairing ? "Pairing…" : draft ? "Pair again" : `Pair round ${outlook.next}`,
            ),
            this.pairing
              ? h("button", { type: "button", "data-key": "stop", onclick: () => this.command("withdraw_draft", { reason: "" }) }, "Stop")
              : null,
          ),
    );
    this.renderDraft(draft, me);
  }

  // Byes that block the pairing are decided where it says so.
  undecided(round, me) {
    const asked = (this.store.get("players") ?? []).filter((player) =>
      player.requests.some((request) => request.round === round && request.granted === null));
    return asked.map((player) => {
      const decide = (granted) => this.decide(player, round, granted);
      return h(
        "div",
        { class: "inline" },
        `${player.name}: `,
        h("button", { type: "button", "data-key": `grant-${player.id}`, disabled: !me?.may_manage, onclick: () => decide(true) }, "Grant the bye"),
        h("button", { type: "button", "data-key": `refuse-${player.id}`, disabled: !me?.may_manage, onclick: () => decide(false) }, "Refuse it"),
      );
    });
  }

  async decide(player, round, granted) {
    let reason = "";
    if (!granted) {
      const chosen = await ask({ title: `Refuse the bye of ${player.name}?`, reason: {}, actions: [{ value: "no", label: "Refuse", class: "primary" }] });
      if (!chosen) return;
      reason = chosen.reason;
    }
    const { tournament } = this.store.get("selected");
    try {
      await send(this.store, "decide_bye", { tournament, player: player.id, round_no: round, granted, reason });
      toast(`The bye of ${player.name} is ${granted ? "granted" : "refused"}`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }

  renderDraft(draft, me) {
    if (!draft) {
      fill(this.draft);
      this.chosen = null;
      return;
    }
    const may = Boolean(me?.may_manage);
    const exchange = (player) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "data-key": `exchange-${player.id}`,
          "aria-pressed": String(this.chosen?.id === player.id),
          "aria-label": `Exchange ${player.name}`,
          disabled: !may,
          onclick: () => this.exchange(player),
        },
        this.chosen?.id === player.id ? "chosen" : "exchange",
      );
    fill(
      this.draft,
      h("h3", {}, `Draft of round ${draft.round}`, h("span", { class: "small" }, ` ${draft.engine}${draft.edited ? ", edited by hand" : ""}`)),
      draft.lot ? h("p", { class: "small" }, draft.lot) : null,
      draft.stale.length
        ? h("div", { class: "box problem-box" }, h("strong", {}, "This draft is out of date: pair again"), h("ul", {}, draft.stale.map((text) => h("li", {}, text))))
        : null,
      draft.warnings.length
        ? h("div", { class: "box problem-box" }, h("strong", {}, "Against the rules"), h("ul", {}, draft.warnings.map((text) => h("li", {}, text))))
        : null,
      draft.differences.length
        ? h("div", { class: "box" }, h("strong", {}, "Not the engine's pairing"), h("ul", {}, draft.differences.map((text) => h("li", {}, text))))
        : null,
      this.chosen ? h("p", { class: "box" }, `Choose who changes places with ${this.chosen.name}.`) : null,
      h(
        "table",
        { class: "draft" },
        h("thead", {}, h("tr", {}, ["Board", "White", "", "Black", "Why"].map((text) => h("th", { scope: "col" }, text)))),
        h(
          "tbody",
          {},
          draft.pairings.map((pairing, index) =>
            h(
              "tr",
              {},
              h("td", { class: "board-no" }, pairing.board),
              h("td", { class: "white" }, person(pairing.white), exchange(pairing.white)),
              h(
                "td",
                { class: "swap" },
                h(
                  "button",
                  {
                    type: "button",
                    class: "quiet",
                    "data-key": `swap-${pairing.id}`,
                    "aria-label": `Swap colours on board ${pairing.board}`,
                    disabled: !may,
                    onclick: () => this.swap(pairing),
                  },
                  "⇄",
                ),
              ),
              h("td", { class: "black" }, person(pairing.black), exchange(pairing.black)),
              h("td", { class: "small why" }, draft.explanations[index] ?? ""),
            ),
          ),
          draft.byes.map((bye) =>
            h(
              "tr",
              {},
              h("td", { class: "board-no" }),
              h("td", { class: "white" }, person(bye.player), bye.bye === "pairing-bye" ? exchange(bye.player) : null),
              h("td", { class: "swap" }),
              h("td", { class: "black" }, BYES[bye.bye] ?? bye.bye),
              h("td", { class: "why" }),
            ),
          ),
        ),
      ),
      draft.explanations.slice(draft.pairings.length).map((text) => h("p", { class: "small" }, text)),
      h(
        "div",
        { class: "actions" },
        h("button", { type: "button", id: "publish", "data-key": "publish", class: "primary", disabled: !may, onclick: () => this.publish(draft) }, `Publish round ${draft.round}`),
        h("button", { type: "button", "data-key": "withdraw", class: "quiet", disabled: !may, onclick: () => this.command("withdraw_draft", { reason: "" }, "The draft was thrown away") }, "Throw the draft away"),
      ),
    );
  }

  async swap(pairing) {
    const chosen = await ask({
      title: `Board ${pairing.board}: swap colours?`,
      body: [h("p", {}, `${pairing.black.name} gets White against ${pairing.white.name}.`)],
      reason: {},
      actions: [{ value: "swap", label: "Swap colours", class: "primary" }],
    });
    if (chosen) await this.command("swap_colours", { pairing: pairing.id, reason: chosen.reason }, `Board ${pairing.board}: colours swapped`);
  }

  async exchange(player) {
    const first = this.chosen;
    if (!first || first.id === player.id) {
      this.chosen = first ? null : player;
      this.render();
      return;
    }
    this.chosen = null;
    const chosen = await ask({
      title: "Exchange two players?",
      body: [h("p", {}, `${first.name} and ${player.name} change places.`)],
      reason: {},
      actions: [{ value: "exchange", label: "Exchange", class: "primary" }],
    });
    if (chosen) {
      await this.command("exchange_players", { player: first.id, other: player.id, reason: chosen.reason }, `${first.name} and ${player.name} changed places`);
    }
    this.render();
  }

  async publish(draft) {
    const chosen = await ask({
      title: `Publish round ${draft.round}?`,
      body: [
        h("p", {}, `${draft.pairings.length} pairings become official: players and spectators see them, and the electronic boards wait for their games.`),
        draft.warnings.length ? h("ul", { class: "conflict-text" }, draft.warnings.map((text) => h("li", {}, text))) : null,
        draft.differences.length ? h("p", {}, `Edited by hand: ${draft.differences.length} ${draft.differences.length === 1 ? "difference" : "differences"} from the engine's pairing.`) : null,
      ],
      actions: [{ value: "publish", label: `Publish round ${draft.round}`, class: "primary" }],
    });
    if (!chosen) return;
    const done = await this.command("publish_round", { round_no: draft.round }, `Round ${draft.round} is published`);
    if (done) this.published?.();
  }
}
