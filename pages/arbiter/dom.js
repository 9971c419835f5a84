// @ts-nocheck
// Elements from plain values. Text always goes in as text, so a name is never markup.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

// Replaces what is in a place and keeps the focus and the text being typed there.
export function fill(place, ...children) {
  const active = document.activeElement;
  const key = place.contains(active) ? active.dataset?.key : undefined;
  const drafts = new Map();
  for (const field of place.querySelectorAll("input[data-key], textarea[data-key], select[data-key]")) {
    drafts.set(field.dataset.key, field.type === "checkbox" ? field.checked : field.value);
  }
  place.replaceChildren(...children.flat(Infinity).filter(Boolean));
  for (const field of place.querySelectorAll("input[data-key], textarea[data-key], select[data-key]")) {
    const kept = drafts.get(field.dataset.key);
    if (kept === undefined) continue;
    if (field.type === "checkbox") field.checked = kept;
    else field.value = kept;
  }
  if (key !== undefined) {
    place.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}

export function person(player, className = "") {
  return h(
    "span",
    { class: `person ${className}` },
    player.number ? h("span", { class: "tpn", title: "pairing number" }, `${player.number} `) : null,
    player.title ? h("abbr", { class: "title" }, player.title) : null,
    player.title ? " " : null,
    h("span", { class: "name" }, player.name),
    h(
      "span",
      { class: "small" },
      [player.rating || "unrated", player.points === "" ? null : `${player.points} pt before`]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}
