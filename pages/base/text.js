// Small things of text, for names and sentences.

/** @param {string} text */
export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

/** A code as words: `chief-arbiter` is `chief arbiter`. @param {string} code */
export function words(code) {
  return code.replaceAll("-", " ");
}

/** `Carlsen` of `Carlsen, Magnus`. @param {{ name: string } | null | undefined} player */
export function surname(player) {
  return player ? player.name.split(",")[0] : "?";
}

/** `once`, `3 times`. @param {number} count */
export function timesText(count) {
  return count === 1 ? "once" : `${count} times`;
}

/** Whether words that are looked for are in a text. @param {string} sought @param {string} text */
export function matches(sought, text) {
  return text.toLocaleLowerCase().includes(sought.trim().toLocaleLowerCase());
}
