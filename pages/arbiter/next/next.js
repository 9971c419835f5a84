// The next round: pair it, look at the draft, edit, publish.

import { ask } from "../../base/dialog.js";
import { html, signal } from "../../base/html.js";
import { decideBye } from "./byes.js";
import { sayingRefusals, send } from "../commands.js";
import { DraftIfAny } from "./draft.js";
import { actInStage, stageFields, stageScope } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Outlook} Outlook */

/** Whether this page waits for a pairing; it goes on while one looks at other pages. */
const pairing = signal(false);

/** @param {{ store: Store }} props */
export function NextPage({ store }) {
  const outlook = store.get("outlook");
  if (!outlook) return html`<section class="next"><p class="empty">There is no tournament to pair.</p></section>`;
  const may = Boolean(store.get("me")?.may_manage);
  return html`<section class="next">
    <div>
      <h2>${outlook.next === null ? "All rounds are published" : `Round ${outlook.next}`}</h2>
      ${outlook.blockers.length > 0 && html`<${Blocked} store=${store} outlook=${outlook} may=${may} />`}
      ${!outlook.blockers.length && outlook.open.length > 0 && outlook.next !== null && html`<${StillOpen} outlook=${outlook} />`}
      ${outlook.next !== null && html`<${Actions} store=${store} outlook=${outlook} drafted=${store.get("draft") !== null} may=${may} />`}
    </div>
    <div><${DraftIfAny} store=${store} may=${may} /></div>
  </section>`;
}

/** @param {{ store: Store, outlook: Outlook, may: boolean }} props */
function Blocked({ store, outlook, may }) {
  const { next } = outlook;
  const asked = (store.get("players") ?? []).filter((player) =>
    player.requests.some((request) => request.round === next && request.granted === null),
  );
  return html`<div class="box problem-box">
    <strong>Pairing must wait</strong>
    <ul>${outlook.blockers.map((text) => html`<li key=${text}>${text}</li>`)}</ul>
    ${next !== null && asked.map((player) => html`<${Request} key=${player.id} store=${store} player=${player} round=${next} may=${may} />`)}
  </div>`;
}

/**
 * A bye that blocks the pairing is decided where it says so.
 *
 * @param {{ store: Store, player: import("../state.js").Player, round: number, may: boolean }} props
 */
function Request({ store, player, round, may }) {
  const { id, name } = player;
  const decide = (/** @type {boolean} */ granted) =>
    decideBye(store, player, round, granted, `The bye of ${name} is ${granted ? "granted" : "refused"}`);
  return html`<div class="inline">
    ${`${name}: `}
    <button type="button" data-key=${`grant-${id}`} disabled=${!may} onclick=${() => decide(true)}>Grant the bye</button>
    <button type="button" data-key=${`refuse-${id}`} disabled=${!may} onclick=${() => decide(false)}>Refuse it</button>
  </div>`;
}

/** @param {{ outlook: Outlook }} props */
function StillOpen({ outlook }) {
  return html`<div class="box">
    <strong>${`Open: board ${outlook.open.join(", ")}`}</strong>
    <ul>${outlook.sentences.map((text) => html`<li key=${text}>${text}</li>`)}</ul>
  </div>`;
}

/** @param {{ store: Store, outlook: Outlook, drafted: boolean, may: boolean }} props */
function Actions({ store, outlook, drafted, may }) {
  const waits = pairing.value;
  const label = drafted ? "Pair again" : `Pair round ${outlook.next}`;
  return html`<div class="actions">
    <button type="button" id="pair" data-key="pair" class=${drafted ? "" : "primary"}
      disabled=${outlook.blockers.length > 0 || waits || !may} onclick=${() => pair(store, outlook)}>${waits ? "Pairing…" : label}</button>
    ${waits && html`<button type="button" data-key="stop" onclick=${() => stop(store)}>Stop</button>`}
  </div>`;
}

/** @param {Store} store @param {Outlook} outlook */
async function pair(store, outlook) {
  if (pairing.peek()) return;
  const adjourn = outlook.open.length > 0;
  if (adjourn && !(await askToAdjourn(outlook))) return;
  pairing.value = true;
  try {
    const said = `Round ${outlook.next} is drafted: look at it, then publish`;
    await actInStage(store, "draft_pairings", { adjourn }, said, { about: stageScope(stageFields(store)) });
  } finally {
    pairing.value = false;
  }
}

/** @param {Outlook} outlook */
async function askToAdjourn(outlook) {
  return await ask({
    title: `Pair round ${outlook.next} over open games?`,
    body: html`
      <p>These games count as draws for the pairing, as adjourned ones do. Their results can still be entered later.</p>
      <ul>${outlook.sentences.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`,
    actions: [{ value: "adjourn", label: "Pair with these as adjourned", class: "primary" }],
  });
}

/** Whoever waits for the pairing is told so by its refusal. @param {Store} store */
function stop(store) {
  const about = stageFields(store);
  return sayingRefusals(async () => {
    await send(store, "withdraw_draft", { ...about, reason: "" }, { scope: stageScope(about) });
  });
}
