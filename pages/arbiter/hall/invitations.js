// Letting somebody in: a link that signs one person in, once.

import { html, signal } from "../../base/html.js";
import { useTyped } from "../../base/typed.js";
import { post, sayingRefusals } from "../commands.js";

const ROLES = [
  ["floor-arbiter", "Floor arbiter"],
  ["arbiter", "Arbiter"],
  ["chief-arbiter", "Chief arbiter"],
  ["board-operator", "Board operator"],
];

/**
 * The newest link; it stays while one looks at other pages.
 *
 * @type {import("../../vendor/preact/signals.js").Signal<{ link: string, here_only: boolean } | null>}
 */
const made = signal(null);

export function Invitations() {
  const name = useTyped("");
  const role = useTyped(ROLES[0][0]);
  const invite = () =>
    sayingRefusals(async () => {
      made.value = await post("/api/invitations", { name: name.value, role: role.value });
    });
  return html`
    <h2>Let somebody in</h2>
    <p class="small">A link signs one person in, once, within 15 minutes. Their name stands beside everything they do.</p>
    <div class="inline">
      <input data-key="invite-name" maxlength="80" placeholder="Name" aria-label="Name" value=${name.value} oninput=${name.oninput} />
      <select data-key="invite-role" aria-label="Role" value=${role.value} onchange=${role.oninput}>
        ${ROLES.map(([value, label]) => html`<option key=${value} value=${value}>${label}</option>`)}
      </select>
      <button type="button" data-key="invite" onclick=${invite}>Make a link</button>
    </div>
    ${made.value && html`<p><code class="link">${made.value.link}</code></p>`}
    ${made.value?.here_only && html`<${HereOnly} />`}`;
}

function HereOnly() {
  return html`<div class="box problem-box" id="here-only">
    <strong>This link works on this computer alone, not on a phone.</strong>
    <p>The arbiter's pages are served to this computer only. To let phones in, write this into the hall's configuration and start the program again:</p>
    <pre>${'[arbiter]\nhost = "0.0.0.0"'}</pre>
    <p class="small">Then anybody in the same network can reach the sign-in page, and what is sent is not encrypted: use a network of your own.</p>
  </div>`;
}
