// Who plays whom, with results, each a link to its board. A phone shows a pair on two lines;
// the roles keep it a table for ears there.

import { html } from "../base/html.js";
import { resultInWords, resultText, turned } from "../base/results.js";
import { Table } from "../base/table.js";
import { link } from "./address.js";
import { PlayerCell } from "./players.js";
import { gameLabel } from "./words.js";

/** @typedef {import("./tournament.js").Tournament} Tournament */
/** @typedef {import("./tournament.js").Pairing} Pairing */

/** @type {import("../base/table.js").Column[]} */
const COLUMNS = [["Board", "num"], "White", ["Result", "mid"], "Black"];

/** @param {{ tournament: Tournament, round: import("./tournament.js").Round | null }} props */
export function Pairings({ tournament, round }) {
  return html`<section class="tables" aria-label="Pairings">
    ${round
      ? html`<div class="scroll"><${Table} class="pairs" roles columns=${COLUMNS}>
          ${round.pairings.map((pairing) => html`<${Row} key=${pairing.games[0]} tournament=${tournament} pairing=${pairing} />`)}
        <//></div>
        <${Byes} tournament=${tournament} byes=${round.byes} />`
      : html`<p class="empty">No round has been published yet.</p>`}
  </section>`;
}

/** @param {{ tournament: Tournament, byes: import("./messages.js").WireBye[] }} props */
function Byes({ tournament, byes }) {
  if (!byes.length) return null;
  return html`<h3>Without an opponent</h3>
    <ul class="byes">
      ${byes.map((bye) => html`<li key=${bye.player}>${tournament.player(bye.player)?.name ?? "?"} – ${bye.text}</li>`)}
    </ul>`;
}

/** @param {{ tournament: Tournament, pairing: Pairing }} props */
function Row({ tournament, pairing }) {
  const games = pairing.games.map((id) => tournament.games.get(id)).filter((game) => game !== undefined);
  return html`<tr role="row">
    <td class="num" role="cell">${pairing.board}</td>
    <${PlayerCell} player=${tournament.player(pairing.white)} class="left white" role="cell" />
    <td class="mid" role="cell">
      ${games.map((game, at) => html`<${GameResult} key=${game.peek().id} tournament=${tournament} pairing=${pairing} game=${game} first=${at === 0} />`)}
    </td>
    <${PlayerCell} player=${tournament.player(pairing.black)} class="left black" role="cell" />
  </tr>`;
}

/**
 * @param {object} props
 * @param {Tournament} props.tournament
 * @param {Pairing} props.pairing
 * @param {import("./tournament.js").GameSignal} props.game
 * @param {boolean} props.first
 */
function GameResult({ tournament, pairing, game, first }) {
  const { id, result, state } = game.value;
  const label = gameLabel(pairing, id);
  const played = tournament.places.value.get(id)?.pairing ?? pairing;
  const asPaired = result && (played.white === pairing.white ? resultText(result) : turned(result));
  const text = result ? `${asPaired}${result.official ? "" : " ?"}` : "–";
  const words = [`Board ${pairing.board}`, label, result ? resultInWords(result) : state];
  return html`<a href=${link({ v: "boards", g: id })} class=${result && !result.official ? "provisional" : null} aria-label=${words.filter(Boolean).join(", ")}>
    ${label && !first && html`<span class="what">${label}${" "}</span>`}${text}
  </a>`;
}
