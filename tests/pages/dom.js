// A document without a browser, for components: what they draw, and what they do when used.

import { parseHTML } from "linkedom";

/** Node's own, which its EventTarget takes. */
export const NodeEvent = globalThis.Event;

const { document, window } = parseHTML("<!doctype html><html><body></body></html>");
for (const name of ["Element", "Event", "HTMLElement", "Node"]) globalThis[name] = window[name];
globalThis.document = document;
globalThis.addEventListener = (...all) => document.addEventListener(...all);
globalThis.requestAnimationFrame = (then) => setTimeout(then, 0);
globalThis.cancelAnimationFrame = (id) => clearTimeout(id);

const { render } = await import("../../pages/base/html.js");

/** Draw a view into a fresh place on the page. */
export async function mount(view) {
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  render(view, place);
  await settled();
  return place;
}

/** All that is waiting to be drawn has been. */
export function settled() {
  return new Promise((done) => setTimeout(done, 5));
}

/** Something happens to an element, as a browser would say it. */
export async function happen(element, name, more = {}) {
  const event = Object.assign(new globalThis.Event(name, { bubbles: true, cancelable: true }), more);
  element.dispatchEvent(event);
  await settled();
  return event;
}

export async function type(field, text) {
  field.value = text;
  await happen(field, "input");
}
