// Standings as they are now, proposals included; the printed sheet has official results alone.

import { fill, h } from "./dom.js";

export class StandingsPage {
  constructor(store) {
    this.store = store;
    this.element = h("section", { class: "standings" });
  }

  show() {
    this.render();
  }

  news(changed) {
    if (changed.has("standings") || changed.has("selected")) this.render();
  }

  render() {
    const table = this.store.get("standings");
    if (!table) {
      fill(this.element, h("p", { class: "empty" }, "There are no standings before the first round is paired."));
      return;
    }
    const { tournament, stage } = this.store.get("selected");
    fill(
      this.element,
      h("h2", {}, `Standings after round ${table.after}`),
      h("p", { class: "small" }, "Counted with proposed results as well as official ones; the printed sheet has official results alone."),
      h(
        "div",
        { class: "actions" },
        h("a", { class: "button", href: `/print/standings?${new URLSearchParams({ tournament, stage })}`, target: "_blank", rel: "noopener" }, "Print standings"),
      ),
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col", class: "number" }, "Rank"),
              h("th", { scope: "col", class: "number" }, "No."),
              h("th", { scope: "col" }, "Name"),
              h("th", { scope: "col" }, "Fed"),
              h("th", { scope: "col", class: "number" }, "Rating"),
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
                h("td", { class: "number small" }, row.number),
                h("td", {}, row.name),
                h("td", {}, row.federation),
                h("td", { class: "number" }, row.rating || ""),
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
