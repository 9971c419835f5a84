// @ts-nocheck
// Standings as they are now, proposals included; the printed sheet has official results alone.

import { fill, h } from "./dom.js";
import { Refused, send } from "./commands.js";
import { showPrizes } from "./prizes.js";
import { toast } from "./talk.js";

export class StandingsPage {
  constructor(store) {
    this.store = store;
    this.element = h("section", { class: "standings" });
  }

  show() {
    this.render();
  }

  news(changed) {
    if (["standings", "selected", "round", "me"].some((name) => changed.has(name))) this.render();
  }

  async declare() {
    const { tournament, stage } = this.store.get("selected");
    const round = this.store.get("standings").after;
    try {
      await send(this.store, "declare_standings", { tournament, stage, round_no: round }, { scope: `${tournament}/${stage}` });
      toast(`The standings after round ${round} are official`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }

  // Standings after an earlier round; "" for the newest.
  choose(after) {
    this.store.select({ ...this.store.selection.peek(), after });
  }

  render() {
    const table = this.store.get("standings");
    if (!table) {
      fill(this.element, h("p", { class: "empty" }, "There are no standings before the first round is paired."));
      return;
    }
    const { tournament, stage } = this.store.get("selected");
    const pick = h(
      "select",
      { "aria-label": "Standings after", onchange: (event) => this.choose(event.target.value) },
      h("option", { value: "" }, "the newest"),
      table.rounds.map((round) => h("option", { value: String(round), selected: this.store.selection.peek().after === String(round) }, `round ${round}`)),
    );
    fill(
      this.element,
      h(
        "h2",
        {},
        `Standings ${table.moment} `,
        table.official ? h("span", { class: "chip", "data-state": "confirmed" }, "official") : null,
      ),
      h("p", { class: "small" }, "Counted with proposed results as well as official ones; the printed sheet has official results alone."),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button", href: `/print/standings?${new URLSearchParams({ tournament, stage, ...(table.after ? { after: table.after } : {}) })}`, target: "_blank", rel: "noopener" }, "Print standings"),
        this.store.get("tournaments").find((one) => one.id === tournament)?.has_prizes
          ? h("button", { type: "button", "data-key": "prizes", onclick: () => showPrizes(this.store, tournament) }, "Prizes")
          : null,
        h("label", {}, "After ", pick),
        table.declarable
          ? h("button", { type: "button", "data-key": "declare", disabled: !this.store.get("me")?.may_confirm, onclick: () => this.declare() }, "Declare them official")
          : null,
      ),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "standings-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col", class: "number" }, "Rank"),
              h("th", { scope: "col", class: "number wide" }, "No."),
              h("th", { scope: "col" }, "Name"),
              h("th", { scope: "col", class: "wide" }, "Fed"),
              h("th", { scope: "col", class: "number wide" }, "Rating"),
              h("th", { scope: "col", class: "number" }, "Points"),
              table.codes.map((code) => h("th", { scope: "col", class: "number" }, code)),
            ),
          ),
          h(
            "tbody",
            {},
            table.rows.map((row, index) =>
              h(
                "tr",
                {},
                h("td", { class: "number" }, index && table.rows[index - 1].rank === row.rank ? "" : row.rank),
                h("td", { class: "number small wide" }, row.number),
                h("td", {}, row.name),
                h("td", { class: "wide" }, row.federation),
                h("td", { class: "number wide" }, row.rating || ""),
                h("td", { class: "number" }, h("strong", {}, row.points)),
                row.tiebreaks.map((value) => h("td", { class: "number" }, value)),
              ),
            ),
          ),
        ),
      ),
    );
  }
}
