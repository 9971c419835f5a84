// Questions in a dialog: one at a time, answered or closed.

import { html, signal, useLayoutEffect, useRef } from "./html.js";

/**
 * @typedef {object} Action a button, or a heading above those that follow
 * @property {string} [heading]
 * @property {string} [value]
 * @property {string} [label]
 * @property {string} [hint]
 * @property {string} [class]
 * @property {boolean} [disabled]
 */

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {import("./html.js").Children} [body]
 * @property {{ label?: string, hint?: string, optional?: boolean } | null} [reason] asks for a text
 * @property {Action[]} actions
 */

/**
 * @typedef {object} Answer
 * @property {string | undefined} value the action that was chosen
 * @property {string} reason
 * @property {Record<string, string>} fields what the body's named fields hold
 */

/** @type {import("../vendor/preact/signals.js").Signal<{ id: number, question: Question, resolve: (answer: Answer | null) => void } | null>} */
const asked = signal(null);
let number = 0;

/**
 * Ask; resolves to what was chosen, null where the dialog was closed without a choice.
 *
 * @param {Question} question
 * @returns {Promise<Answer | null>}
 */
export function ask(question) {
  return new Promise((resolve) => {
    asked.peek()?.resolve(null);
    asked.value = { id: (number += 1), question, resolve };
  });
}

/** Whether a question waits for its answer. */
export function dialogIsOpen() {
  return asked.peek() !== null;
}

/** @param {HTMLFormElement} form @returns {Record<string, string>} */
function fieldsOf(form) {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/** The place where questions appear; a page has one. */
export function Dialogs() {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const chosen = useRef(/** @type {Answer | null} */ (null));
  const now = asked.value;
  useLayoutEffect(() => {
    const dialog = place.current;
    if (!dialog || !now) return;
    chosen.current = null;
    if (!dialog.open) dialog.showModal();
    /** @type {HTMLElement | null} */
    const first = dialog.querySelector("#dialog-reason") ?? dialog.querySelector(".actions button");
    first?.focus();
  }, [now]);
  const closed = () => {
    asked.value = null;
    now?.resolve(chosen.current);
  };
  const submitted = (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    const first = now?.question.actions.find((action) => !action.heading);
    const { "dialog-reason": reason = "", ...fields } = fieldsOf(form);
    chosen.current = { value: button?.value ?? first?.value, reason: reason.trim(), fields };
  };
  return html`<dialog id="dialog" aria-labelledby="dialog-title" ref=${place} onclose=${closed}>
    ${now && html`<form key=${now.id} method="dialog" onsubmit=${submitted}>
      <${Asked} question=${now.question} cancel=${() => place.current?.close()} />
    </form>`}
  </dialog>`;
}

/** @param {{ question: Question, cancel: () => void }} props */
function Asked({ question: { title, body, reason, actions }, cancel }) {
  return html`
    <h2 id="dialog-title">${title}</h2>
    ${body}
    ${reason && html`<label class="stack">
      ${reason.label ?? "Reason (kept with the decision)"}
      <textarea id="dialog-reason" name="dialog-reason" rows="2" maxlength="500" required=${!reason.optional} placeholder=${reason.hint ?? ""}></textarea>
    </label>`}
    <div class="actions">
      ${actions.map((action) =>
        action.heading
          ? html`<h3>${action.heading}</h3>`
          : html`<button type="submit" class=${action.class ?? ""} disabled=${action.disabled ?? false} value=${action.value}>
              ${action.label}${action.hint && html`<span class="small">${action.hint}</span>`}
            </button>`,
      )}
      <button type="button" class="quiet cancel" onclick=${cancel}>Cancel</button>
    </div>`;
}
