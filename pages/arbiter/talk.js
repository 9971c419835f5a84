// @ts-nocheck
// Questions of pages that still make their elements by hand (see old.js).

import * as dialog from "../base/dialog.js";
import { html, useLayoutEffect, useRef } from "../base/html.js";

export { dialogIsOpen } from "../base/dialog.js";
export { toast } from "../base/toast.js";

function Nodes({ nodes }) {
  const place = useRef(null);
  useLayoutEffect(() => place.current.replaceChildren(...nodes), []);
  return html`<div style="display: contents" ref=${place}></div>`;
}

export function ask({ body = [], ...question }) {
  const nodes = [body].flat(Infinity).filter((node) => node !== null && node !== undefined && node !== false);
  return dialog.ask({ ...question, body: html`<${Nodes} nodes=${nodes} />` });
}
