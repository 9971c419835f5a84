// Round control: the round's boards with their state, and results by click and by key.

import { html, useMemo } from "../../base/html.js";
import { useKeys } from "../../base/keyboard.js";
import { Boards } from "./boards.js";
import { showDetails } from "./details.js";
import { Filters } from "./filters.js";
import { Meetings } from "./meetings.js";
import { Needs } from "./needs.js";
import { BYES } from "../person.js";
import { give } from "./results.js";
import { RoundBar } from "./round-bar.js";
import { roundKeys } from "./round-keys.js";
import { viewOf } from "./round-view.js";

/** @typedef {import("../store.js").Store} Store */

/** @param {{ store: Store }} props */
export function RoundPage({ store }) {
  const view = viewOf(store);
  const actions = useMemo(() => rowActions(store, view), [store, view]);
  const keys = useMemo(() => roundKeys(store, view, actions), [actions]);
  useKeys(keys);
  const round = store.get("round");
  if (!round) return html`<section class="round"><${NoRound} /></section>`;
  return html`<section class="round">
    <${RoundBar} store=${store} round=${round} />
    ${round.state === "published" && html`<p class="small purpose" id="purpose">
      “Start the round” notes that the clocks were started, with the time. Electronic boards follow their games without it, and results can be entered.
    </p>`}
    <${Notices} notices=${round.notices} />
    <${Needs} store=${store} view=${view} open=${actions.open} />
    <${Filters} store=${store} view=${view} />
    <${Boards} store=${store} view=${view} actions=${actions} />
    <${Meetings} store=${store} />
    <p class="small byes">${byesText(round.byes)}</p>
    <${Help} />
  </section>`;
}

function NoRound() {
  return html`<p class="empty">No round has been published yet. Pair it on the page “Next round”.</p>`;
}

/** @param {Store} store @param {import("./round-view.js").RoundView} view @returns {import("./board-row.js").RowActions} */
function rowActions(store, view) {
  return {
    choose: (game) => view.choose(game),
    open: (game) => {
      const board = store.get(`board/${game}`);
      if (!board) return;
      view.seek(game);
      showDetails(store, board);
    },
    give: (game, code) => {
      const board = store.get(`board/${game}`);
      if (!board) return;
      view.choose(game);
      give(store, board, code);
    },
  };
}

/** @param {{ notices: string[] }} props */
function Notices({ notices }) {
  return html`<ul class="undecided" hidden=${!notices.length}>
    ${notices.map((text) => html`<li key=${text}>${text}</li>`)}
  </ul>`;
}

/** Who has no opponent, and why. @param {import("../state.js").Bye[]} byes */
function byesText(byes) {
  if (!byes.length) return "";
  return `Without an opponent: ${byes.map(({ player, bye }) => `${player.name} (${BYES[bye] ?? bye})`).join("; ")}`;
}

function Help() {
  return html`<p class="small keys">
    Keys: <kbd>↑</kbd> <kbd>↓</kbd> choose a board, <kbd>1</kbd> White won, <kbd>0</kbd> Black won, <kbd>2</kbd> draw,${" "}
    <kbd>Enter</kbd> confirm what is proposed, <kbd>w</kbd> why is it so.
  </p>`;
}
