// Hosts a page that still makes its elements by hand (dom.js, talk.js, diagram.js). Goes, with
// those three, when the last such page has been written anew.

import { html, useLayoutEffect, useRef } from "../base/html.js";

/**
 * @param {{ element: HTMLElement, show: (about?: string) => void, news: (changed: Set<string>) => void }} page
 */
export function byHand(page) {
  /** @param {{ store: import("./store.js").Store, about: string }} props */
  return function ByHand({ store, about }) {
    const place = useRef(/** @type {HTMLElement | null} */ (null));
    useLayoutEffect(() => {
      place.current?.replaceChildren(page.element);
      page.show(about || undefined);
    }, [about]);
    useLayoutEffect(() => store.onChange((changed) => page.news(changed)), []); // at once: no news is missed
    return html`<div style="display: contents" ref=${place}></div>`;
  };
}
