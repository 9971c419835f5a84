// @ts-nocheck
// The prize list as it stands: why each amount, what is open, paper for it.

import { h } from "./dom.js";
import { Refused, send } from "./commands.js";
import { ask, toast } from "./talk.js";

export async function showPrizes(store, tournament) {
  const answer = await fetch(`/api/prizes?${new URLSearchParams({ tournament })}`);
  if (!answer.ok) {
    toast(await answer.text(), { problem: true });
    return;
  }
  const list = await answer.json();
  const chosen = await ask({
    title: list.still_played || list.open.length ? "Prizes as things stand" : "Prizes",
    body: [h("p", {}, list.summary), open(list.open), table(list)],
    actions: [
      ...list.open.filter((one) => one.draw_among.length).map((one, index) => ({ value: `lot-${index}`, label: index ? `Draw lots (${index + 1})` : "Draw lots" })),
      { value: "print", label: "Print the list" },
      { value: "receipts", label: "Print receipts" },
    ],
  });
  if (!chosen) return;
  if (chosen.value === "print" || chosen.value === "receipts") {
    const sheet = chosen.value === "print" ? "prizes" : "receipts";
    window.open(`/print/${sheet}?${new URLSearchParams({ tournament })}`, "_blank", "noopener");
    return;
  }
  const lots = list.open.filter((one) => one.draw_among.length);
  const question = lots[Number(chosen.value.slice("lot-".length))];
  try {
    await send(store, "draw_lots", { tournament, stage: question.stage, purpose: "prizes", players: question.draw_among });
    toast("Lots are drawn and recorded with their seed");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message, { problem: true });
    return;
  }
  await showPrizes(store, tournament);
}

function open(questions) {
  if (!questions.length) return null;
  return h("ul", { class: "undecided" }, questions.map((one) => h("li", {}, one.text)));
}

function table(list) {
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number" }, "Place"), h("th", { scope: "col" }, "Name"), h("th", { scope: "col", class: "number" }, list.currency), h("th", { scope: "col" }, "Why"))),
      h(
        "tbody",
        {},
        list.lines.map((line) =>
          h(
            "tr",
            {},
            h("td", { class: "number" }, line.place),
            h("td", {}, line.name),
            h("td", { class: "number" }, line.total),
            h("td", { class: "small" }, line.awards.map((award) => award.why).join("; ")),
          ),
        ),
      ),
    ),
  );
}
