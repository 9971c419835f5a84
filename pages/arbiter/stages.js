// @ts-nocheck
// The stages: how they hang together, how far each is, who enters one and why.

import { fill, h } from "./dom.js";
import { Refused, send } from "./commands.js";
import { ask, toast } from "./talk.js";

const STATES = {
  waiting: "waits",
  ready: "ready to be opened",
  running: "open",
  finished: "finished",
  "not-needed": "not needed",
};

export class StagesPage {
  constructor(store) {
    this.store = store;
    this.element = h("section", { class: "stages" });
  }

  show() {
    this.render();
  }

  news(changed) {
    if (["stages", "selected", "me"].some((name) => changed.has(name))) this.render();
  }

  async command(kind, stage, fields, said) {
    const { tournament } = this.store.get("selected");
    try {
      await send(this.store, kind, { tournament, stage, ...fields }, { scope: `${tournament}/${stage}` });
      toast(said);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
      return false;
    }
  }

  async open(stage) {
    const chosen = await ask({
      title: stage.fixed ? `Fix the players of ${stage.name} anew?` : `Open ${stage.name}?`,
      body: [
        h("p", {}, this.sized(stage)),
        h("ol", { class: "qualifiers" }, stage.entrants.map((one) => h("li", {}, h("strong", {}, one.name), ` – ${one.why}`))),
        stage.players > stage.entrants.length ? h("p", { class: "small" }, `and ${stage.players - stage.entrants.length} more`) : null,
      ],
      actions: [{ value: "open", label: "Open it with these players", class: "primary" }],
    });
    if (chosen) await this.command("open_stage", stage.id, {}, `${stage.name} is open`);
  }

  sized(stage) {
    const players = `${stage.players} players`;
    return stage.places === null ? players : `${players} play for ${stage.places} ${stage.places === 1 ? "place" : "places"}`;
  }

  async draw(lot) {
    const hand = byHand(lot.players);
    const chosen = await ask({
      title: `Draw lots for places ${lot.first}–${lot.last} of ${lot.stage_name}?`,
      body: [
        h("p", {}, "These players share the places, and it matters who comes first. The program draws from a seed that is kept with the lot."),
        hand.element,
      ],
      actions: [{ value: "draw", label: "Draw", class: "primary" }],
    });
    if (!chosen) return;
    const outcome = hand.outcome();
    if (outcome === null) return;
    const players = lot.players.map((player) => player.id);
    await this.command("draw_lots", lot.stage, { purpose: "places", players, outcome }, "The lot is drawn");
  }

  async numbers(stage) {
    const hand = byHand(stage.players > stage.entrants.length ? [] : stage.entrants);
    const chosen = await ask({
      title: `Draw the numbers of ${stage.name}?`,
      body: [h("p", {}, "The program draws from a seed that is kept with the lot; what was drawn before is replaced."), hand.element],
      actions: [{ value: "draw", label: "Draw", class: "primary" }],
    });
    if (!chosen) return;
    const outcome = hand.outcome();
    if (outcome !== null) await this.command("draw_lots", stage.id, { purpose: "numbers", outcome }, `The numbers of ${stage.name} are drawn`);
  }

  render() {
    const known = this.store.get("stages");
    if (!known) {
      fill(this.element, h("p", { class: "empty" }, "This tournament has one stage: see Next round."));
      return;
    }
    const may = Boolean(this.store.get("me")?.may_manage);
    fill(
      this.element,
      h("h2", {}, "Stages"),
      h("div", { class: "scroll stages-picture" }, picture(known.picture)),
      known.stages.map((stage) => this.stage(stage, may)),
      known.final.length ? finalList(known.final) : null,
    );
  }

  stage(stage, may) {
    return h(
      "article",
      { class: "box stage", "data-state": stage.state },
      h("h3", {}, stage.name, " ", h("span", { class: "chip", "data-state": stage.state }, STATES[stage.state])),
      stage.sentences.length
        ? h("ul", { class: stage.changed ? "problem-box" : "" }, stage.sentences.map((text) => h("li", {}, text)))
        : null,
      stage.lots.map((lot) =>
        h(
          "p",
          {},
          `${lot.players.map((player) => player.name).join(", ")} share places ${lot.first}–${lot.last} of ${lot.stage_name}. `,
          h("button", { type: "button", "data-key": `lot-${stage.id}-${lot.first}`, disabled: !may, onclick: () => this.draw(lot) }, "Draw lots"),
        ),
      ),
      stage.entrants.length
        ? h(
            "details",
            {},
            h("summary", {}, this.sized(stage)),
            h("ol", { class: "qualifiers" }, stage.entrants.map((one) => h("li", {}, h("strong", {}, one.name), ` – ${one.why}`))),
          )
        : null,
      h(
        "div",
        { class: "actions" },
        stage.state === "ready" || stage.changed
          ? h(
              "button",
              {
                type: "button",
                "data-key": `open-${stage.id}`,
                class: "primary",
                disabled: !may || stage.lots.length > 0,
                onclick: () => this.open(stage),
              },
              stage.changed ? "Fix the players anew" : "Open this stage",
            )
          : null,
        stage.numbers_by_lot && stage.fixed
          ? h("button", { type: "button", "data-key": `numbers-${stage.id}`, disabled: !may, onclick: () => this.numbers(stage) }, "Draw its numbers")
          : null,
      ),
    );
  }
}

// What was drawn by hand: a number beside every name, or none at all and the program draws.
function byHand(players) {
  const fields = players.map((player) => [player, h("input", { type: "number", min: "1", max: String(players.length), "data-key": `drawn-${player.id}` })]);
  const element = fields.length
    ? h(
        "div",
        {},
        h("p", {}, "Drawn by hand? Write what each drew, 1 for the first. With nothing written the program draws."),
        fields.map(([player, field]) => h("label", { class: "drawn" }, field, ` ${player.name}`)),
      )
    : null;
  const outcome = () => {
    if (fields.every(([, field]) => field.value === "")) return [];
    const drawn = fields.map(([player, field]) => [Number(field.value), player.id]).sort(([a], [b]) => a - b);
    if (drawn.some(([number], index) => number !== index + 1)) {
      toast(`Nothing was drawn: each number from 1 to ${drawn.length} goes to one player`, { problem: true });
      return null;
    }
    return drawn.map(([, id]) => id);
  };
  return { element, outcome };
}

// The picture comes as text from this program; as a node its words are there for ears as well.
function picture(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(drawn, true);
}

function finalList(places) {
  return h(
    "div",
    {},
    h("h3", {}, "Final list"),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Place"), h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Why"))),
      h(
        "tbody",
        {},
        places.map((place) =>
          h("tr", {}, h("td", {}, place.shared ? `${place.rank}=` : String(place.place)), h("td", {}, place.name), h("td", { class: "small" }, place.why)),
        ),
      ),
    ),
  );
}
