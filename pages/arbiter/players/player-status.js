// What is known of a player beyond their name: out, sanctions, seat, byes and absences.

import { html } from "../../base/html.js";
import { decideBye, playAfterAll } from "../next/byes.js";
import { tournamentOf } from "../looked-at.js";
import { allow } from "./seating.js";

/** @type {Record<string, string>} */
const BYES = { "half-bye": "half-point bye", "full-bye": "full-point bye", "zero-bye": "no points" };

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Player} Player */
/** @typedef {import("../state.js").ByeRequest} ByeRequest */
/** @typedef {{ store: Store, player: Player, may: boolean }} Props */

/** @param {Props} props */
export function PlayerStatus({ store, player, may }) {
  const out = outText(player);
  const keepsApart = (store.get("apart") ?? []).filter((rule) => rule.players.some((one) => one.id === player.id));
  return html`
    ${out && html`<div>${out}</div>`}
    ${player.penalties.map((given) => html`<div>${`${given.penalty}: ${given.reason}`}</div>`)}
    ${player.board !== null && html`<div>keeps board ${player.board}</div>`}
    ${keepsApart.map((rule) => html`<${KeptApart} key=${ruleKey(rule)} store=${store} player=${player} rule=${rule} may=${may} />`)}
    ${player.first_round > 1 && html`<div>entered in round ${player.first_round}</div>`}
    ${player.absent.map(
      ({ round, reason }) => html`<div key=${`absent ${round}`}>
        ${`absent in round ${round}: ${reason} `}<${PlaysAfterAll} store=${store} player=${player} round=${round} may=${may} />
      </div>`,
    )}
    ${player.requests.map(
      (request) => html`<${Request} key=${request.round} store=${store} player=${player} request=${request} may=${may} />`,
    )}`;
}

/** Since when a player is out, and why; empty while they play. @param {Player} player */
export function outText({ expelled, out_from: from, out_reason: reason }) {
  if (expelled) return `expelled from round ${from}: ${reason}`;
  if (from === null) return "";
  return `withdrawn from round ${from}${reason ? `: ${reason}` : ""}`;
}

/** @param {import("../state.js").Apart} rule */
function ruleKey(rule) {
  return rule.players.map((one) => one.id).join(" ");
}

/** @param {Props & { rule: import("../state.js").Apart }} props */
function KeptApart({ store, player, rule, may }) {
  const other = rule.players.find((one) => one.id !== player.id);
  if (!other) return null;
  const rounds = rule.first === 1 ? "" : ` from round ${rule.first}`;
  return html`<div>
    ${`must not meet ${other.name}${rounds}${rule.reason ? `: ${rule.reason}` : ""} `}
    <button type="button" data-key=${`meet-${player.id}-${other.id}`} class="quiet" disabled=${!may}
      onclick=${() => allow(store, player, other)}>May meet</button>
  </div>`;
}

/** Takes a bye or an absence back, as long as its round is not published. @param {Props & { round: number }} props */
function PlaysAfterAll({ store, player, round, may }) {
  const next = tournamentOf(store)?.next_round ?? 0;
  if (round < next || player.out_from !== null) return null;
  return html`<button type="button" data-key=${`plays-${player.id}-${round}`} class="quiet" disabled=${!may}
    onclick=${() => playAfterAll(store, player, round)}>Plays after all</button>`;
}

/** A bye that a player asked for. @param {Props & { request: ByeRequest }} props */
function Request({ store, player, request, may }) {
  const { round, granted, reason } = request;
  const what = `${BYES[request.bye] ?? request.bye} in round ${round}`;
  if (granted)
    return html`<div>${`${what} `}<${PlaysAfterAll} store=${store} player=${player} round=${round} may=${may} /></div>`;
  if (granted === false) return html`<div>${`${what}: refused (${reason})`}</div>`;
  const grant = () => decideBye(store, player, round, true, "The bye is granted");
  const refuse = () => decideBye(store, player, round, false, "The bye is refused");
  return html`<div class="undecided">
    ${`asked for a ${what} `}
    <button type="button" data-key=${`yes-${player.id}-${round}`} disabled=${!may} onclick=${grant}>Grant</button>
    <button type="button" data-key=${`no-${player.id}-${round}`} class="quiet" disabled=${!may} onclick=${refuse}>Refuse</button>
  </div>`;
}
