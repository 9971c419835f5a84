// @ts-nocheck
// The registers: protests and who decides them, sanctions, what was handed in.

import { fill, h } from "./dom.js";
import { Refused, send } from "./commands.js";
import { ask, toast } from "./talk.js";

export class RegistersPage {
  constructor(store) {
    this.store = store;
    this.element = h("section", { class: "registers" });
  }

  show() {
    this.render();
  }

  news(changed) {
    if (["registers", "players", "selected", "me"].some((name) => changed.has(name))) this.render();
  }

  tournament() {
    const chosen = this.store.get("selected")?.tournament;
    const all = this.store.get("tournaments") ?? [];
    return all.find((tournament) => tournament.id === chosen) ?? all[0];
  }

  async command(kind, fields, said) {
    try {
      await send(this.store, kind, { tournament: this.tournament().id, ...fields });
      toast(said);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }

  render() {
    const registers = this.store.get("registers");
    if (!registers) {
      fill(this.element, h("p", { class: "empty" }, "There is no tournament."));
      return;
    }
    const may = Boolean(this.store.get("me")?.may_manage);
    fill(this.element, h("h2", {}, "Registers"), this.protests(registers, may), this.penalties(registers), this.held(registers));
  }

  // --- protests ---------------------------------------------------------------------------

  protests(registers, may) {
    if (!this.tournament().has_appeals) {
      return h("p", { class: "small" }, "The regulations know no appeal: the chief arbiter's decisions are final.");
    }
    const { committee, protests } = registers;
    const names = (players) => players.map((player) => player.name).join(", ");
    return h(
      "div",
      {},
      h("h3", {}, "Protests"),
      h(
        "p",
        {},
        committee
          ? `Appeals committee: ${names(committee.members)}${committee.reserves.length ? `; reserves ${names(committee.reserves)}` : ""}${committee.chair ? `; chair: ${committee.chair}` : ""} `
          : `No appeals committee has been named: the regulations ask for ${this.tournament().committee[0]} members and ${this.tournament().committee[1]} reserves. `,
        h("button", { type: "button", class: "quiet", "data-key": "committee", disabled: !may, onclick: () => this.nameCommittee() }, committee ? "Name another" : "Name it"),
        " ",
        h("button", { type: "button", "data-key": "protest", disabled: !may, onclick: () => this.lodge() }, "Record a protest"),
      ),
      protests.map((protest) =>
        h(
          "div",
          { class: protest.decided ? "box" : "box problem-box" },
          h("strong", {}, `${protest.number}. ${protest.player.name}, round ${protest.round}: ${protest.against}`),
          protest.late ? h("p", { class: "small" }, "It came late and was admitted.") : null,
          protest.decided
            ? h("p", {}, `${protest.decided.upheld ? "Upheld" : "Turned down"}: ${protest.decided.decision}`)
            : [
                h("p", {}, `Decided by ${names(protest.sitting) || "nobody yet"}${protest.missing ? `; ${protest.missing} members are missing` : ""}${protest.decide_by ? `; by ${new Date(protest.decide_by).toLocaleString()}` : ""}.`),
                protest.barred.map(({ player, why }) => h("p", { class: "small" }, `${player.name} may not sit: ${why}.`)),
                h("button", { type: "button", "data-key": `decide-${protest.number}`, disabled: !may || protest.missing > 0, onclick: () => this.decide(protest) }, "Record the decision"),
              ],
        ),
      ),
    );
  }

  choice(name, empty) {
    const players = (this.store.get("players") ?? []).filter((player) => player.out_from === null);
    return h("select", { name }, h("option", { value: "" }, empty), players.map((player) => h("option", { value: player.id }, `${player.name}${player.federation ? ` (${player.federation})` : ""}`)));
  }

  async nameCommittee() {
    const members = [1, 2, 3].map((number) => this.choice(`member-${number}`, `member ${number}`));
    const reserves = [1, 2].map((number) => this.choice(`reserve-${number}`, `reserve ${number}`));
    const chair = h("input", { name: "chair", maxlength: "60", placeholder: "for example: the tournament director, without a vote" });
    const chosen = await ask({
      title: "Appeals committee",
      body: [members, reserves, h("label", { class: "stack" }, "Chair", chair)],
      actions: [{ value: "name", label: "Name it", class: "primary" }],
    });
    if (!chosen) return;
    const ids = (selects) => selects.map((select) => select.value).filter(Boolean);
    await this.command("name_committee", { members: ids(members), reserves: ids(reserves), chair: chair.value }, "The committee is named");
  }

  async lodge() {
    const who = this.choice("player", "who protests");
    const against = h("input", { name: "against", maxlength: "120", placeholder: "the decision that it is against" });
    const chosen = await ask({
      title: "Record a protest",
      body: [h("label", { class: "stack" }, "Player", who), h("label", { class: "stack" }, "Against", against)],
      actions: [{ value: "lodge", label: "Record it", class: "primary" }],
    });
    if (!chosen) return;
    const board = this.store.boards().find((one) => one.white.id === who.value || one.black.id === who.value);
    const round = this.store.get("round")?.number ?? 0;
    await this.command("lodge_protest", { player: who.value, round_no: round, against: against.value, game: board?.game ?? null }, "The protest is recorded");
  }

  async decide(protest) {
    const chosen = await ask({
      title: `Protest ${protest.number}: the committee's decision`,
      body: [h("p", {}, "A result that it changes is overruled on the page of its round.")],
      reason: { label: "The decision, with its reason" },
      actions: [
        { value: "upheld", label: "Upheld", class: "primary" },
        { value: "down", label: "Turned down" },
      ],
    });
    if (!chosen) return;
    await this.command(
      "decide_protest",
      { number: protest.number, members: protest.sitting.map((player) => player.id), upheld: chosen.value === "upheld", decision: chosen.reason },
      `Protest ${protest.number} is decided`,
    );
  }

  // --- sanctions and things in keeping ----------------------------------------------------

  penalties({ penalties }) {
    return h(
      "div",
      {},
      h("h3", {}, "Sanctions"),
      penalties.length
        ? h("ul", {}, penalties.map((given) => h("li", {}, `${given.player.name}${given.round ? `, round ${given.round}` : ""}: ${given.penalty} (${given.reason})${given.loses ? ". Enter the lost game on the page of its round" : ""}`)))
        : h("p", { class: "small" }, "None. They are given on the page “Players”."),
    );
  }

  held({ held }) {
    return h(
      "div",
      {},
      h("h3", {}, "In keeping"),
      held.length
        ? h(
            "ul",
            {},
            held.map(({ player, item, tag }) =>
              h("li", {}, `${player.name}: ${item} ${tag} `, h("button", { type: "button", class: "quiet", "data-key": `give-${player.id}-${item}-${tag}`, onclick: () => this.command("give_back", { player: player.id, item, tag }, `${player.name} has it back`) }, "Give back")),
            ),
          )
        : h("p", { class: "small" }, "Nothing. Phones are handed in on the page “Players”."),
    );
  }
}
