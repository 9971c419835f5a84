// The stages: how they hang together, how far each is, who enters one and why.

import { html, useLayoutEffect, useRef } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { drawLot, drawNumbers, openStage, Qualifiers, sized } from "./stage-questions.js";

/** @type {Record<string, string>} */
const STATES = {
  waiting: "waits",
  ready: "ready to be opened",
  running: "open",
  finished: "finished",
  "not-needed": "not needed",
};

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").StageState} StageState */
/** @typedef {import("../state.js").Lot} Lot */

/** @param {{ store: Store }} props */
export function StagesPage({ store }) {
  const known = store.get("stages");
  const may = Boolean(store.get("me")?.may_manage);
  if (!known) {
    return html`<section class="stages">
      <p class="empty">This tournament has one stage: see Next round.</p>
    </section>`;
  }
  return html`<section class="stages">
    <h2>Stages</h2>
    <${Picture} text=${known.picture} />
    ${known.stages.map((stage) => html`<${Stage} key=${stage.id} store=${store} stage=${stage} may=${may} />`)}
    ${known.final.length > 0 && html`<${FinalList} places=${known.final} />`}
  </section>`;
}

/** It comes as text from this program; as a node its words are there for ears as well. @param {{ text: string }} props */
function Picture({ text }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    place.current?.replaceChildren(document.importNode(drawn, true));
  }, [text]);
  return html`<div class="scroll stages-picture" ref=${place}></div>`;
}

/** @param {{ store: Store, stage: StageState, may: boolean }} props */
function Stage({ store, stage, may }) {
  const { id, state, changed, lots } = stage;
  return html`<article class="box stage" data-state=${state}>
    <h3>${stage.name} <span class="chip" data-state=${state}>${STATES[state]}</span></h3>
    ${stage.sentences.length > 0 && html`<ul class=${changed ? "problem-box" : ""}>
      ${stage.sentences.map((text) => html`<li key=${text}>${text}</li>`)}
    </ul>`}
    ${lots.map((lot) => html`<${Shared} key=${`${lot.stage} ${lot.first}`} store=${store} stage=${id} lot=${lot} may=${may} />`)}
    ${stage.entrants.length > 0 && html`<details>
      <summary>${sized(stage)}</summary>
      <${Qualifiers} entrants=${stage.entrants} />
    </details>`}
    <div class="actions">
      ${(state === "ready" || changed) && html`<button type="button" data-key=${`open-${id}`} class="primary"
        disabled=${!may || lots.length > 0} onclick=${() => openStage(store, stage)}>
        ${changed ? "Fix the players anew" : "Open this stage"}
      </button>`}
      ${stage.numbers_by_lot && stage.fixed && html`<button type="button" data-key=${`numbers-${id}`}
        disabled=${!may} onclick=${() => drawNumbers(store, stage)}>Draw its numbers</button>`}
    </div>
  </article>`;
}

/** Places that are shared and must be told apart. @param {{ store: Store, stage: string, lot: Lot, may: boolean }} props */
function Shared({ store, stage, lot, may }) {
  const names = lot.players.map((player) => player.name).join(", ");
  return html`<p>
    ${`${names} share places ${lot.first}–${lot.last} of ${lot.stage_name}. `}
    <button type="button" data-key=${`lot-${stage}-${lot.first}`} disabled=${!may} onclick=${() => drawLot(store, lot)}>Draw lots</button>
  </p>`;
}

/** @param {{ places: import("../state.js").FinalPlace[] }} props */
function FinalList({ places }) {
  return html`<div>
    <h3>Final list</h3>
    <${Table} columns=${["Place", "Player", "Why"]}>
      ${places.map(
        (one) => html`<tr key=${one.place}>
          <td>${one.shared ? `${one.rank}=` : String(one.place)}</td>
          <td>${one.name}</td>
          <td class="small">${one.why}</td>
        </tr>`,
      )}
    <//>
  </div>`;
}
