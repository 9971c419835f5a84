// A round's draft: who meets whom and why, what speaks against it.

import { html, signal, useLayoutEffect } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { exchangePlayers, publishRound, swapColours, withdrawDraft } from "./draft-questions.js";
import { BYES, Person } from "../person.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Draft} DraftPart */
/** @typedef {import("../state.js").Person} Somebody */

/** @typedef {(player: Somebody) => import("../../base/html.js").View} ExchangeButton what stands beside a player */

/**
 * The player to be exchanged; who it is stays while one looks them up on other pages.
 *
 * @type {import("../../vendor/preact/signals.js").Signal<Somebody | null>}
 */
const first = signal(null);

/** The draft, where there is one. @param {{ store: Store, may: boolean }} props */
export function DraftIfAny({ store, may }) {
  const draft = store.get("draft");
  useLayoutEffect(() => {
    if (!draft) first.value = null;
  }, [draft]);
  return draft && html`<${Draft} store=${store} draft=${draft} may=${may} />`;
}

/** @param {{ store: Store, draft: DraftPart, may: boolean }} props */
function Draft({ store, draft, may }) {
  const exchange = async (/** @type {Somebody} */ player) => {
    const other = first.peek();
    first.value = other ? null : player;
    if (other && other.id !== player.id) await exchangePlayers(store, other, player);
  };
  /** @type {ExchangeButton} */
  const button = (player) =>
    html`<${Exchange} player=${player} chosen=${first.value?.id === player.id} may=${may} exchange=${exchange} />`;
  return html`
    <h3>
      ${`Draft of round ${draft.round}`}
      <span class="small">${` ${draft.engine}${draft.edited ? ", edited by hand" : ""}`}</span>
    </h3>
    ${draft.lot && html`<p class="small">${draft.lot}</p>`}
    <${Box} title="This draft is out of date: pair again" texts=${draft.stale} problem />
    <${Box} title="Against the rules" texts=${draft.warnings} problem />
    <${Box} title="Not the engine's pairing" texts=${draft.differences} />
    ${first.value && html`<p class="box">Choose who changes places with ${first.value.name}.</p>`}
    <${Table} class="draft" columns=${["Board", "White", "", "Black", "Why"]}>
      ${draft.pairings.map(
        (pairing, index) => html`<${Pairing} key=${pairing.id} store=${store} pairing=${pairing} may=${may}
          why=${draft.explanations[index] ?? ""} exchange=${button} />`,
      )}
      ${draft.byes.map((bye) => html`<${ByeRow} key=${bye.player.id} bye=${bye} exchange=${button} />`)}
    <//>
    ${draft.explanations.slice(draft.pairings.length).map((text) => html`<p class="small">${text}</p>`)}
    <div class="actions">
      <button type="button" id="publish" data-key="publish" class="primary" disabled=${!may} onclick=${() => publishRound(store, draft)}>
        Publish round ${draft.round}
      </button>
      <button type="button" data-key="withdraw" class="quiet" disabled=${!may} onclick=${() => withdrawDraft(store)}>Throw the draft away</button>
    </div>`;
}

/** @param {{ title: string, texts: string[], problem?: boolean }} props */
function Box({ title, texts, problem = false }) {
  if (!texts.length) return null;
  return html`<div class=${problem ? "box problem-box" : "box"}>
    <strong>${title}</strong>
    <ul>${texts.map((text) => html`<li key=${text}>${text}</li>`)}</ul>
  </div>`;
}

/** @param {{ player: Somebody, chosen: boolean, may: boolean, exchange: (player: Somebody) => void }} props */
function Exchange({ player, chosen, may, exchange }) {
  return html`<button type="button" class="quiet" data-key=${`exchange-${player.id}`} aria-pressed=${String(chosen)}
    aria-label=${`Exchange ${player.name}`} disabled=${!may} onclick=${() => exchange(player)}>${chosen ? "chosen" : "exchange"}</button>`;
}

/** @param {{ store: Store, pairing: import("../state.js").DraftPairing, why: string, may: boolean, exchange: ExchangeButton }} props */
function Pairing({ store, pairing, why, may, exchange }) {
  const { id, board, white, black } = pairing;
  return html`<tr>
    <td class="board-no">${board}</td>
    <td class="white"><${Person} player=${white} />${exchange(white)}</td>
    <td class="swap">
      <button type="button" class="quiet" data-key=${`swap-${id}`} aria-label=${`Swap colours on board ${board}`}
        disabled=${!may} onclick=${() => swapColours(store, pairing)}>⇄</button>
    </td>
    <td class="black"><${Person} player=${black} />${exchange(black)}</td>
    <td class="small why">${why}</td>
  </tr>`;
}

/** @param {{ bye: import("../state.js").Bye, exchange: ExchangeButton }} props */
function ByeRow({ bye: { player, bye }, exchange }) {
  return html`<tr>
    <td class="board-no"></td>
    <td class="white"><${Person} player=${player} />${bye === "pairing-bye" && exchange(player)}</td>
    <td class="swap"></td>
    <td class="black">${BYES[bye] ?? bye}</td>
    <td class="why"></td>
  </tr>`;
}
