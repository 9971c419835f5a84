// Short messages and questions.

import { h } from "./dom.js";

const TOAST_MS = 8000;
const MOST_TOASTS = 2; // more would lie over the rows that are worked on
const shownToasts = new Map(); // a toast that says how things stand: how to see whether they still do

// `about` names what it is about: a newer message on the same takes its place. `holds` tells
// whether what it says is still so; once it was and is no longer, the message goes.
export function toast(text, { problem = false, undo = null, about = null, holds = null } = {}) {
  const place = document.getElementById("toasts");
  const item = h(
    "div",
    { class: problem ? "toast problem" : "toast", role: problem ? "alert" : undefined, "data-about": about },
    h("span", {}, text),
    undo
      ? h(
          "button",
          {
            type: "button",
            onclick: () => {
              item.remove();
              undo();
            },
          },
          "Undo",
        )
      : null,
    h("button", { type: "button", class: "quiet", "aria-label": "Dismiss", onclick: () => item.remove() }, "×"),
  );
  if (about !== null) {
    for (const old of [...place.children]) if (old.dataset.about === about) old.remove();
  }
  place.append(item);
  while (place.children.length > MOST_TOASTS) place.firstChild.remove();
  if (holds) shownToasts.set(item, { holds, held: false });
  if (!problem) setTimeout(() => item.remove(), TOAST_MS);
}

// Takes away what is no longer so; called whenever there is news.
export function sweepToasts() {
  for (const [item, said] of shownToasts) {
    if (!item.isConnected) shownToasts.delete(item);
    else if (said.holds()) said.held = true;
    else if (said.held) {
      item.remove();
      shownToasts.delete(item);
    }
  }
}

export function dialogIsOpen() {
  return document.getElementById("dialog").open;
}

// Shows a dialog; resolves to what was chosen, null where it was closed without a choice.
export function ask({ title, body = [], reason = null, actions }) {
  const dialog = document.getElementById("dialog");
  return new Promise((resolve) => {
    let chosen = null;
    const field = reason
      ? h("textarea", { id: "dialog-reason", rows: "2", maxlength: "500", required: !reason.optional, placeholder: reason.hint ?? "" })
      : null;
    const form = h(
      "form",
      { method: "dialog" },
      h("h2", { id: "dialog-title" }, title),
      body,
      field ? h("label", { class: "stack" }, reason.label ?? "Reason (kept with the decision)", field) : null,
      h(
        "div",
        { class: "actions" },
        actions.map((action) =>
          action.heading
            ? h("h3", {}, action.heading)
            : h(
                "button",
                {
                  type: "submit",
                  class: action.class ?? "",
                  disabled: action.disabled ?? false,
                  value: action.value,
                },
                action.label,
                action.hint ? h("span", { class: "small" }, action.hint) : null,
              ),
        ),
        h("button", { type: "button", class: "quiet cancel", onclick: () => dialog.close() }, "Cancel"),
      ),
    );
    form.addEventListener("submit", (event) => {
      chosen = { value: event.submitter?.value ?? actions.find((action) => !action.heading)?.value, reason: field?.value.trim() ?? "" };
    });
    dialog.replaceChildren(form);
    dialog.addEventListener("close", () => resolve(chosen), { once: true });
    dialog.showModal();
    (field ?? form.querySelector(".actions button"))?.focus();
  });
}
