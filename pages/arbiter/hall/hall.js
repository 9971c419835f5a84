// The hall: which electronic board stands where and how it is, the delay, who may come in.

import { html } from "../../base/html.js";
import { Table } from "../../base/table.js";
import { useTyped } from "../../base/typed.js";
import { act } from "../commands.js";
import { presence, sinceWords } from "./device.js";
import { Invitations } from "./invitations.js";
import { MissingBoards } from "./missing-boards.js";

// Told of like devices, and none: games that other programs record go to boards by their players.
const GAMES_FAMILIES = ["pgn", "livechess-cloud"];
const NO_BOARD = 1e9; // behind all boards that are numbered

/** @typedef {import("../store.js").Store} Store */
/** @typedef {import("../state.js").Hall} Hall */
/** @typedef {import("../state.js").Me} Me */
/** @typedef {Hall["devices"][number]} HallDevice */

/** @param {{ store: Store }} props */
export function HallPage({ store }) {
  const hall = store.get("hall");
  const me = store.get("me");
  if (!hall || !me) return html`<section class="hall"></section>`;
  return html`<section class="hall">
    <${MissingBoards} ports=${store.get("ports") ?? []} />
    <div>
      <h2>Electronic boards</h2>
      <${Devices} store=${store} devices=${hall.devices} me=${me} />
    </div>
    <div>
      <h2>Delay for spectators</h2>
      <p class="small">Minutes that an audience sees moves, results and standings later. You see everything at once.</p>
      <div class="fields">
        ${["public", "trusted"].map(
          (audience) =>
            html`<${Delay} key=${audience} store=${store} audience=${audience} now=${hall.delays[audience] ?? 0} me=${me} />`,
        )}
      </div>
    </div>
    <div>${me.may_manage && html`<${Invitations} />`}</div>
  </section>`;
}

/** What needs somebody stands first. @param {HallDevice[]} devices */
export function inOrder(devices) {
  const bad = (/** @type {HallDevice} */ device) => device.presence !== "online" || device.warnings.length > 0;
  return [...devices].sort(
    (one, other) => Number(bad(other)) - Number(bad(one)) || (one.board ?? NO_BOARD) - (other.board ?? NO_BOARD),
  );
}

/** @param {{ store: Store, devices: HallDevice[], me: Me }} props */
function Devices({ store, devices, me }) {
  if (!devices.length) {
    return html`<p class="empty">
      No electronic board has been heard of yet. Boards are named in the configuration, in a [[boards]] table each.
    </p>`;
  }
  return html`<${Table} class="devices" columns=${["Device", "State", "Where it is plugged in", "Stands at board"]}>
    ${inOrder(devices).map((device) => html`<${DeviceRow} key=${device.device} store=${store} device=${device} me=${me} />`)}
  <//>`;
}

/** @param {{ store: Store, device: HallDevice, me: Me }} props */
function DeviceRow({ store, device, me }) {
  const { device: id, family, version, port, reason, warnings } = device;
  return html`<tr data-device=${id}>
    <td>
      <strong>${id}</strong>
      ${family && html`<span class="small block">${`${family} ${version ?? ""}`}</span>`}
    </td>
    <td>
      <span class="chip" data-state=${device.presence === "online" ? "confirmed" : "offline"}>${presence(device)}</span>
      <span class="small">${` ${sinceWords(device)}`}</span>
      ${reason && html`<span class="small block">${reason}</span>`}
      ${warnings.map((text) => html`<span key=${text} class="conflict-text block">${text}</span>`)}
    </td>
    <td class="small">${port}</td>
    <td><${Place} store=${store} device=${device} me=${me} /></td>
  </tr>`;
}

/** At which board a device stands, and putting it elsewhere. @param {{ store: Store, device: HallDevice, me: Me }} props */
function Place({ store, device: { device, board, family }, me }) {
  const typed = useTyped(board === null ? "" : String(board));
  const put = async () => {
    const wanted = typed.value === "" ? null : Number(typed.value);
    if (wanted === board) return;
    const done = wanted === null ? await takeAway(store, device, board) : await putAt(store, device, wanted);
    if (done) typed.reset();
  };
  return html`<div class="inline">
    <input type="number" min="1" data-key=${`board-of-${device}`} aria-label=${`Board where device ${device} stands`}
      value=${typed.value} oninput=${typed.oninput} disabled=${!me.may_bind || GAMES_FAMILIES.includes(family)} />
    <button type="button" data-key=${`place-${device}`} disabled=${!me.may_bind} onclick=${put}>Put here</button>
  </div>`;
}

/** @param {Store} store @param {string} device @param {number} board @param {string} [again] */
async function putAt(store, device, board, again = "") {
  return await act(store, "bind_board", { board, device }, `Device ${device} stands at board ${board}${again}`);
}

/** @param {Store} store @param {string} device @param {number | null} board */
async function takeAway(store, device, board) {
  const undo = () => void (board !== null && putAt(store, device, board, " again"));
  const said = `Device ${device} was taken away from board ${board}`;
  return await act(store, "bind_board", { board, device: null }, said, { undo });
}

/** @param {{ store: Store, audience: string, now: number, me: Me }} props */
function Delay({ store, audience, now, me }) {
  const typed = useTyped(String(now));
  const delay = (/** @type {number} */ minutes, /** @type {string} */ again, /** @type {(() => void) | null} */ undo) =>
    act(store, "set_delay", { audience, minutes }, `The ${audience} delay is ${minutes} minutes${again}`, { undo });
  const set = async () => {
    const minutes = Number(typed.value);
    if (minutes === now) return;
    if (await delay(minutes, "", () => delay(now, " again", null))) typed.reset();
  };
  return html`<label class="stack">
    ${`${audience} (now ${now} min)`}
    <div class="inline">
      <input type="number" min="0" max="1440" step="any" data-key=${`delay-${audience}`}
        value=${typed.value} oninput=${typed.oninput} disabled=${!me.may_manage} />
      <button type="button" data-key=${`set-${audience}`} disabled=${!me.may_manage} onclick=${set}>Set</button>
    </div>
  </label>`;
}
