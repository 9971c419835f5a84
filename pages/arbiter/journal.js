// The journal: who did what, and what the boards said. Nothing in it is ever changed.

import { fill, h, timeText } from "./dom.js";

const QUIET_MS = 1500; // a busy hall must not make the page ask all the time

export class JournalPage {
  constructor(store) {
    this.store = store;
    this.waiting = false;
    this.list = h("div");
    this.element = h(
      "section",
      { class: "journal" },
      h("h2", {}, "Journal"),
      h("p", { class: "small" }, "The newest first. Nothing is ever edited: a later line corrects an earlier one."),
      this.list,
    );
  }

  show() {
    this.load();
  }

  news() {
    if (this.waiting) return;
    this.waiting = true;
    setTimeout(() => {
      this.waiting = false;
      if (this.element.isConnected) this.load();
    }, QUIET_MS);
  }

  async load() {
    const tournament = this.store.get("selected")?.tournament;
    const query = tournament ? `?${new URLSearchParams({ tournament })}` : "";
    let lines;
    try {
      const answer = await fetch(`/api/journal${query}`, { cache: "no-store" });
      if (!answer.ok) return;
      ({ lines } = await answer.json());
    } catch {
      return; // the header says that the program does not answer
    }
    fill(
      this.list,
      h(
        "table",
        { class: "journal-table" },
        h("thead", {}, h("tr", {}, ["No.", "Time", "What", "Who"].map((text) => h("th", { scope: "col" }, text)))),
        h(
          "tbody",
          {},
          lines.map((line) =>
            h(
              "tr",
              {},
              h("td", { class: "number small" }, line.seq),
              h("td", { class: "small" }, timeText(line.at)),
              h(
                "td",
                { class: "what" },
                line.text,
                line.reason && !line.text.includes(line.reason) ? h("span", { class: "small block" }, line.reason) : null,
                line.because.map((text) => h("span", { class: "small block" }, `because: ${text}`)),
              ),
              h("td", { class: "small by-whom" }, `${line.actor} (${line.role.replaceAll("-", " ")})`),
            ),
          ),
        ),
      ),
    );
  }
}
