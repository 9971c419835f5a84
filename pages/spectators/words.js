// Games in words: for ears, for titles, for links.

/** @typedef {import("./messages.js").WirePairing} WirePairing */
/** @typedef {import("./messages.js").WireFurther} WireFurther */
/** @typedef {import("./messages.js").WireMove} WireMove */

/** @type {Record<string, string>} */
const ROLES = {
  rapid: "rapid",
  blitz: "blitz",
  armageddon: "Armageddon",
  "sudden-death": "sudden death",
};

/** What a game of two who meet is: `game 2`, `Armageddon`; empty for the only main game. @param {WirePairing} pairing @param {string} id */
export function gameLabel(pairing, id) {
  const { games } = pairing;
  const role = (/** @type {string} */ game) =>
    pairing.further?.find((each) => each.game === game)?.role ?? "main";
  const alike = games.filter((game) => role(game) === role(id));
  const number = alike.length > 1 ? ` ${alike.indexOf(id) + 1}` : "";
  const word = ROLES[role(id)];
  if (word) return `${word}${number}`;
  return number && `game${number}`;
}

/** `Board 4, blitz`. @param {number} board @param {string} label */
export function boardText(board, label) {
  return `Board ${board}${label ? `, ${label}` : ""}`;
}

/** What whoever looks at a further game must know: its time, and who needs only a draw. @param {WireFurther} played */
export function playedWords(played) {
  const side = { white: "White", black: "Black" }[played.odds ?? ""];
  return [played.time, side ? `a draw is enough for ${side}` : ""].filter(Boolean).join("; ");
}

/** @type {Record<string, string>} */
const NOTES = {
  "no-signal": "No signal from this board",
  unclear: "Position being checked",
  incomplete: "Moves are missing",
  joined: "The record begins in the middle of the game",
  missed: "Moves marked * were missed and worked out afterwards",
  uncertain: "The order of the moves marked ≈ is not certain",
};

/** What is wrong with a board or its line, in sentences without their full stops. @param {string[]} notes */
export function noteTexts(notes) {
  const both = notes.includes("missed") && notes.includes("uncertain");
  const texts = notes
    .filter((note) => !both || note !== "missed")
    .map((note) => NOTES[note] ?? note);
  if (!both) return texts;
  return [...texts.slice(0, -1), "Some moves were missed: their order is not certain (≈)"];
}

/** @type {Record<string, string>} */
const MARKS = {
  illegal: "illegal move that stood on the board",
  "promotion-unknown": "the promoted man was not seen",
  ambiguous: "order not certain",
  reconstructed: "missed, worked out afterwards",
};

/** @typedef {Pick<WireMove, "marks">} Marked */

/** What is special about a move, in words; empty where nothing is. @param {Marked} move */
export function markWords(move) {
  const marks = move.marks ?? [];
  return Object.keys(MARKS)
    .filter((mark) => marks.includes(mark))
    .map((mark) => MARKS[mark])
    .join(", ");
}

/** The sign of a move that was not seen being played; empty for one that was. @param {Marked} move */
export function markSign(move) {
  const marks = move.marks ?? [];
  if (marks.includes("ambiguous")) return "≈";
  return marks.includes("reconstructed") ? "*" : "";
}
