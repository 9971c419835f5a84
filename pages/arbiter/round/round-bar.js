// The round itself: how it stands, and what an arbiter does next with it.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { confirmAgreeing } from "./agreeing.js";
import { act, sayingRefusals, send } from "../commands.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Round} Round */
/** @typedef {"start_round" | "close_round" | "reopen_round"} Kind */

/** @type {Record<Kind, { done: string, state: Round["state"] }>} */
const BECOMES = {
  start_round: { done: "started", state: "started" },
  close_round: { done: "closed", state: "closed" },
  reopen_round: { done: "reopened", state: "started" },
};

/** @param {{ store: Store, round: Round }} props */
export function RoundBar({ store, round }) {
  const counts = Object.entries(round.counts).filter(([, count]) => count);
  const over = round.state === "closed" && round.newest && !round.agreeing.length;
  return html`<div class="round-bar">
    <h2>${`Round ${round.number} of ${round.of} `}<span class="chip">${round.state}</span></h2>
    <p class="counts">
      ${counts.map(([state, count]) => html`<span key=${state} class="chip" data-state=${state}>${`${count} ${state}`}</span>`)}
    </p>
    <div class="actions">
      ${over ? html`<${NextStep} store=${store} />` : html`<${ConfirmAll} store=${store} round=${round} />`}
      <${RoundActions} store=${store} round=${round} />
      ${round.state !== "closed" && round.newest && html`<${NextRound} store=${store} />`}
      <${PrintLink} store=${store} sheet="boards" label="Print by board" />
      <${PrintLink} store=${store} sheet="names" label="Print by name" />
    </div>
  </div>`;
}

/** @param {{ store: Store, round: Round }} props */
function ConfirmAll({ store, round: { agreeing } }) {
  return html`<button
    type="button"
    id="confirm-all"
    class="primary"
    disabled=${!agreeing.length || !store.get("me")?.may_confirm}
    onclick=${() => confirmAgreeing(store)}
  >${agreeing.length ? `Confirm all that agree (${agreeing.length})` : "Nothing to confirm"}</button>`;
}

/** What there is to do once a round is closed. @param {{ store: Store }} props */
function NextStep({ store }) {
  const next = store.get("outlook")?.next ?? null;
  if (next === null) return html`<a class="button primary next-round" href="#standings">Final standings →</a>`;
  const text = store.get("draft") ? `Draft of round ${next} →` : `Pair round ${next} →`;
  return html`<a class="button primary next-round" href="#next">${text}</a>`;
}

/** The way on while the round is still open, where all its results are there. @param {{ store: Store }} props */
function NextRound({ store }) {
  const outlook = store.get("outlook");
  if (!outlook?.complete || outlook.next === null) return null;
  return html`<a class="button next-round" href="#next">${`Round ${outlook.next} →`}</a>`;
}

/** @param {{ store: Store, round: Round }} props */
function RoundActions({ store, round }) {
  const action = (/** @type {Kind} */ kind, /** @type {string} */ label, /** @type {string | undefined} */ describedBy = undefined) =>
    html`<button
      key=${kind}
      type="button"
      disabled=${!store.get("me")?.may_manage}
      aria-describedby=${describedBy}
      onclick=${() => command(store, kind)}
    >${label}</button>`;
  if (round.state === "published") return action("start_round", "Start the round", "purpose");
  if (!round.newest) return null;
  return round.state === "started"
    ? action("close_round", "Close the round")
    : action("reopen_round", "Reopen the round");
}

/** @param {{ store: Store, sheet: string, label: string }} props */
function PrintLink({ store, sheet, label }) {
  const { tournament = "", stage = "", round = null } = store.get("selected") ?? {};
  const query = new URLSearchParams({ tournament, stage, round: String(round) });
  return html`<a href=${`/print/${sheet}?${query}`} target="_blank" rel="noopener" class="button print">${label}</a>`;
}

/** @param {Store} store @param {Kind} kind */
async function command(store, kind) {
  const selected = store.get("selected");
  if (!selected) return;
  const { tournament, stage, round } = selected;
  const about = `${tournament}/${stage}`;
  const which = { tournament, stage, round_no: round };
  const chosen = kind === "reopen_round" ? await whyReopened(round) : { reason: undefined };
  if (!chosen) return;
  const takeBack = () =>
    sayingRefusals(async () => {
      await send(store, "reopen_round", { ...which, reason: "closed by mistake" }, { scope: about });
    });
  const { done, state } = BECOMES[kind];
  const holds = () => {
    const now = store.get("round");
    return now?.number === round && now?.state === state;
  };
  await act(store, kind, { ...which, reason: chosen.reason }, `Round ${round} ${done}`, {
    scope: about, about, holds, undo: kind === "close_round" ? takeBack : null,
  });
}

/** @param {number | null} round */
async function whyReopened(round) {
  return await ask({
    title: `Reopen round ${round}?`,
    reason: {},
    actions: [{ value: "yes", label: "Reopen", class: "primary" }],
  });
}
