// Who is in the tournament: entering, particulars, withdrawing, coming back.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { actInTournament, tournamentOf } from "../looked-at.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Player} Player */

/** The fields of a player's particulars. @param {{ player: Partial<Player> }} props */
function Particulars({ player }) {
  const field = (/** @type {keyof Player} */ name, /** @type {string} */ label, props = {}) => html`<label class="stack">
    ${label}<input name=${name} defaultValue=${String(player[name] ?? "")} ...${props} />
  </label>`;
  return html`<div class="fields">
    ${field("name", "Name (Surname, Given)", { required: true, maxlength: "80", autocomplete: "off" })}
    ${field("rating", "Rating (0 = none)", { inputmode: "numeric", pattern: "[0-9]{1,4}" })}
    ${field("title", "Title", { placeholder: "GM, IM, …" })}
    ${field("federation", "Federation (three letters)", { placeholder: "NED" })}
    ${field("fide_id", "FIDE id", { inputmode: "numeric", pattern: "[0-9]*" })}
    ${field("club", "Club", { maxlength: "80" })}
  </div>`;
}

/** What the fields of the particulars hold. @param {Record<string, string>} fields */
export function filledIn(fields) {
  const trimmed = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()]));
  return { ...trimmed, name: trimmed.name, rating: Number(trimmed.rating) || 0 };
}

/** @param {Store} store */
function nextRound(store) {
  return tournamentOf(store)?.next_round ?? 1;
}

/** @param {Store} store */
export async function enterPlayer(store) {
  const next = nextRound(store);
  const chosen = await ask({
    title: next > 1 ? `Late entry: plays from round ${next}` : "Enter a player",
    body: html`<${Particulars} player=${{ rating: 0 }} />`,
    actions: [{ value: "enter", label: "Enter", class: "primary" }],
  });
  if (!chosen) return;
  const values = filledIn(chosen.fields);
  await actInTournament(store, "enter_player", values, `${values.name} has entered`);
}

/** Whoever was entered wrongly is put right; who is not a player of this tournament withdraws. @param {Store} store @param {Player} player */
export async function changePlayer(store, player) {
  const chosen = await ask({
    title: `Particulars of ${player.name}`,
    body: html`
      <${Particulars} player=${player} />
      <p class="small">Until round 4 is paired a new rating or title also moves the pairing number, from the next draft on.</p>`,
    actions: [{ value: "change", label: "Save", class: "primary" }],
  });
  if (!chosen) return;
  const values = filledIn(chosen.fields);
  const kept = { player: player.id, sex: player.sex, birth: player.birth };
  await actInTournament(store, "change_player", { ...values, ...kept }, `The particulars of ${values.name} are changed`);
}

/** @param {Store} store @param {Player} player */
export async function withdraw(store, player) {
  const chosen = await ask({
    title: `${player.name} withdraws?`,
    body: html`<p>Not paired any more from round ${nextRound(store)} on. Games already published are entered as they end.</p>`,
    reason: { optional: true, hint: "for example: ill" },
    actions: [{ value: "out", label: "Withdraw", class: "primary" }],
  });
  if (!chosen) return;
  const undo = () => void playAgain(store, player);
  const fields = { player: player.id, reason: chosen.reason };
  await actInTournament(store, "withdraw_player", fields, `${player.name} is withdrawn`, { undo });
}

/** @param {Store} store @param {Player} player */
export async function playAgain(store, player) {
  const { id, name, rating, title, federation, club } = player;
  const { fide_id, sex, birth } = store.get("players")?.find((other) => other.id === id) ?? player;
  const particulars = { name, rating, title, federation, club, fide_id, sex, birth };
  await actInTournament(store, "enter_player", { player: id, ...particulars }, `${name} plays again`);
}

/** Take somebody back who was put out. @param {Store} store @param {Player} player */
export async function readmit(store, player) {
  const chosen = await ask({
    title: `Take ${player.name} back into the tournament?`,
    body: html`<p>Plays again from round ${nextRound(store)} on; the rounds between are missed.</p>`,
    reason: {},
    actions: [{ value: "back", label: "Take back", class: "primary" }],
  });
  if (!chosen) return;
  const fields = { player: player.id, reason: chosen.reason };
  await actInTournament(store, "readmit_player", fields, `${player.name} plays again`);
}
