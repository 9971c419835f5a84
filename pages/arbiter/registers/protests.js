// Protests against decisions, and the appeals committee that decides them.

import { html } from "../../base/html.js";
import { decideProtest, lodgeProtest, nameCommittee } from "./protest-questions.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Protest} Protest */
/** @typedef {import("../state.js").Committee} Committee */
/** @typedef {import("../state.js").TournamentHead} TournamentHead */

/** @param {{ store: Store, tournament: TournamentHead, registers: import("../state.js").Registers, may: boolean }} props */
export function Protests({ store, tournament, registers: { committee, protests }, may }) {
  if (!tournament.has_appeals)
    return html`<p class="small">The regulations know no appeal: the chief arbiter's decisions are final.</p>`;
  return html`<div>
    <h3>Protests</h3>
    <p>
      ${`${committee ? committeeText(committee) : noCommitteeText(tournament)} `}
      <button type="button" class="quiet" data-key="committee" disabled=${!may} onclick=${() => nameCommittee(store)}>
        ${committee ? "Name another" : "Name it"}
      </button>${" "}
      <button type="button" data-key="protest" disabled=${!may} onclick=${() => lodgeProtest(store)}>Record a protest</button>
    </p>
    ${protests.map((protest) => html`<${OneProtest} key=${protest.number} store=${store} protest=${protest} may=${may} />`)}
  </div>`;
}

/** @param {import("../state.js").Named[]} players */
function names(players) {
  return players.map((player) => player.name).join(", ");
}

/** @param {Committee} committee */
function committeeText({ members, reserves, chair }) {
  const more = [reserves.length ? `reserves ${names(reserves)}` : "", chair ? `chair: ${chair}` : ""].filter(Boolean);
  return [`Appeals committee: ${names(members)}`, ...more].join("; ");
}

/** @param {TournamentHead} tournament */
function noCommitteeText({ committee }) {
  const [members, reserves] = committee ?? [0, 0];
  return `No appeals committee has been named: the regulations ask for ${members} members and ${reserves} reserves.`;
}

/** @param {{ store: Store, protest: Protest, may: boolean }} props */
function OneProtest({ store, protest, may }) {
  const { number, player, round, against, late, decided } = protest;
  return html`<div class=${decided ? "box" : "box problem-box"}>
    <strong>${`${number}. ${player.name}, round ${round}: ${against}`}</strong>
    ${late && html`<p class="small">It came late and was admitted.</p>`}
    ${decided
      ? html`<p>${`${decided.upheld ? "Upheld" : "Turned down"}: ${decided.decision}`}</p>`
      : html`<${Undecided} store=${store} protest=${protest} may=${may} />`}
  </div>`;
}

/** @param {{ store: Store, protest: Protest, may: boolean }} props */
function Undecided({ store, protest, may }) {
  const { number, sitting, barred, missing, decide_by: until } = protest;
  const lacks = missing ? `; ${missing} members are missing` : "";
  const due = until ? `; by ${new Date(until).toLocaleString()}` : "";
  return html`
    <p>${`Decided by ${names(sitting) || "nobody yet"}${lacks}${due}.`}</p>
    ${barred.map(({ player, why }) => html`<p key=${player.id} class="small">${`${player.name} may not sit: ${why}.`}</p>`)}
    <button type="button" data-key=${`decide-${number}`} disabled=${!may || missing > 0} onclick=${() => decideProtest(store, protest)}>
      Record the decision
    </button>`;
}
