// Signing in with a link, or asking for a new one. The token is in the address's fragment: no
// server, proxy or log sees it, and a program that only previews links does not use it up.

import { html, render, signal } from "../base/html.js";

const SILENT = "The program does not answer. Is it still running?";

const said = signal(
  "Open the link that the program printed in its window, the terminal where it was started. Each link works once, within 15 minutes.",
);
const token = signal("");
const entering = signal(false);
const asking = signal(false);

/** @param {string} path @param {Record<string, string>} body */
function post(path, body) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

/** A link that was refused is used up: its button stays disabled until there is another. */
async function enter() {
  entering.value = true;
  try {
    const answer = await post("/api/sign-in", { token: token.peek() });
    if (answer.ok) location.replace("/");
    else said.value = await answer.text();
  } catch {
    said.value = SILENT;
    entering.value = false;
  }
}

async function askForLink() {
  asking.value = true;
  try {
    const answer = await post("/api/new-link", {});
    said.value = answer.ok
      ? "A new link stands in the program's window now. Open it within 15 minutes."
      : await answer.text();
  } catch {
    said.value = SILENT;
  }
  asking.value = false;
}

/** A new link that is opened in the same tab changes nothing but the fragment. */
function takeLink() {
  const found = location.hash.slice(1);
  if (!found) return;
  token.value = found;
  history.replaceState(null, "", "/sign-in");
  said.value = "One moment.";
  enter();
}

function SignIn() {
  return html`
    <h1>Arbiter's desk</h1>
    <p id="say" role="status">${said.value}</p>
    <div class="actions">
      <button type="button" id="enter" class="primary" hidden=${!token.value} disabled=${entering.value} onclick=${enter}>Sign in</button>
      <button type="button" id="ask" disabled=${asking.value} onclick=${askForLink}>Ask for a new link</button>
    </div>
    <p class="small">A new link is printed in the program's window and nowhere else: whoever signs in with it must be able to see that window. With a phone, ask an arbiter who is signed in: <em>Hall → Let somebody in</em>.</p>`;
}

addEventListener("hashchange", takeLink);
render(html`<${SignIn} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
takeLink();
