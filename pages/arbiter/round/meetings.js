// Meetings of several games: their score, and the lots and choices that the next game wants.

import { ask } from "../../base/dialog.js";
import { html } from "../../base/html.js";
import { timeText } from "../../base/times.js";
import { sayingRefusals, send } from "../commands.js";

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Meeting} Meeting */
/** @typedef {import("../state.js").MeetingGame} MeetingGame */

/** @type {Record<"lot" | "choice" | "start", [label: string, action: (store: Store, meeting: Meeting) => Promise<void>]>} */
const NEXT = {
  lot: ["draw the lot for the colours", draw],
  choice: ["enter the choice of colour", choose],
  start: ["start the next game", start],
};

/** Those that wait for an arbiter. @param {Store} store */
export function waitingMeetings(store) {
  return (store.get("meetings") ?? []).filter((meeting) => meeting.needs);
}

/** @param {{ store: Store }} props */
export function Meetings({ store }) {
  const meetings = store.get("meetings") ?? [];
  return html`<section class="meetings" aria-label="Meetings of several games" hidden=${!meetings.length}>
    ${meetings.map((meeting) => html`<${Line} key=${meeting.pairing} meeting=${meeting} />`)}
  </section>`;
}

/** @param {{ meeting: Meeting }} props */
function Line({ meeting }) {
  const names = meeting.players.map((player) => player.name).join(" – ");
  const by = meeting.starts_by ? `; it must start by ${timeText(meeting.starts_by)}` : "";
  return html`<div class="meeting" data-pairing=${meeting.pairing}>
    <strong>${`Board ${meeting.board}: ${names}`}</strong>
    <span class="score">${meeting.why}${by}</span>
    <ul class="small">${meeting.games.map((game) => html`<li key=${game.game}>${gameText(game)}</li>`)}</ul>
  </div>`;
}

/** A game, its clocks and what it gave. @param {MeetingGame} game */
export function gameText(game) {
  const side = game.odds && { white: "White", black: "Black" }[game.odds];
  const about = [game.time, side ? `a draw is enough for ${side}` : ""].filter(Boolean).join("; ");
  const result = game.result ?? "no result";
  return `${game.what}: ${game.white} – ${game.black} ${result}${about ? ` (${about})` : ""}${game.counts ? "" : ", does not count"}`;
}

/** What an arbiter does next, as a button among the boards that need somebody. @param {{ store: Store, meeting: Meeting }} props */
export function MeetingButton({ store, meeting }) {
  if (!meeting.needs) return null;
  const [label, action] = NEXT[meeting.needs];
  return html`<button
    type="button"
    data-needs=${meeting.needs}
    disabled=${!store.get("me")?.may_manage}
    onclick=${() => action(store, meeting)}
  >
    <strong>${`Board ${meeting.board}: ${label}`}</strong>
    <span>${meeting.why}</span>
  </button>`;
}

/** @param {Store} store @param {Meeting} meeting */
async function draw(store, meeting) {
  const chosen = await ask({
    title: `Board ${meeting.board}: who has the colours?`,
    body: html`<p>${meeting.why}</p>`,
    actions: [
      { value: "", label: "Let the program draw", class: "primary" },
      { heading: "It was drawn by hand" },
      ...meeting.players.map((player) => ({ value: player.id, label: `${player.name} won the lot` })),
    ],
  });
  if (chosen) await settle(store, "draw_colours", meeting, { winner: chosen.value || null });
}

/** @param {Store} store @param {Meeting} meeting */
async function choose(store, meeting) {
  const winner = meeting.lot_winner;
  const other = meeting.players.find((player) => player.id !== winner?.id);
  if (!winner || !other) return;
  const chosen = await ask({
    title: `Board ${meeting.board}: ${winner.name} won the lot`,
    body: html`<p>${meeting.why}</p><${PlayedAt} meeting=${meeting} />`,
    actions: [
      { value: winner.id, label: `${winner.name} takes White` },
      { value: other.id, label: `${winner.name} takes Black` },
    ],
  });
  if (!chosen) return;
  const fields = { white: chosen.value, board: otherBoard(meeting, chosen.fields.board) };
  await settle(store, "start_next_game", meeting, fields);
}

/** @param {Store} store @param {Meeting} meeting */
async function start(store, meeting) {
  const chosen = await ask({
    title: `Board ${meeting.board}: start the next game?`,
    body: html`<p>${meeting.why}</p><${PlayedAt} meeting=${meeting} />`,
    actions: [{ value: "yes", label: "Start it", class: "primary" }],
  });
  if (!chosen) return;
  await settle(store, "start_next_game", meeting, { board: otherBoard(meeting, chosen.fields.board) });
}

/** Where the game is played: where the two sit, unless another board is named. @param {{ meeting: Meeting }} props */
function PlayedAt({ meeting }) {
  return html`<label class="stack">
    Played at board
    <input type="number" name="board" min="1" defaultValue=${String(meeting.board)} />
  </label>`;
}

/** @param {Meeting} meeting @param {string} text */
function otherBoard(meeting, text) {
  return Number(text) === meeting.board || !text ? null : Number(text);
}

/** The page itself shows what came of it. @param {Store} store @param {string} kind @param {Meeting} meeting @param {import("../commands.js").Fields} fields */
async function settle(store, kind, { pairing }, fields) {
  await sayingRefusals(async () => {
    await send(store, kind, { pairing, ...fields }, { scope: pairing });
  });
}
