// Positions: what a FEN holds, whose move it is, and the same in words.

/** @type {Record<string, string>} */
const MEN = { k: "King", q: "Queen", r: "Rook", b: "Bishop", n: "Knight", p: "Pawn" };

/** @typedef {{ square: string, white: boolean, kind: string }} Man */
/** @typedef {Man & { id: number }} KnownMan */

/** The men of a FEN: `[{square: "e4", white: true, kind: "k"}, …]`, a8 to h1. @param {string} fen */
function menOf(fen) {
  /** @type {Man[]} */
  const men = [];
  fen.split(" ")[0].split("/").forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") {
        file += Number(letter);
        continue;
      }
      const kind = letter.toLowerCase();
      men.push({ square: "abcdefgh"[file] + (8 - down), white: letter !== kind, kind });
      file += 1;
    }
  });
  return men;
}

/**
 * The men of a FEN, each with the id it had before: who stays keeps it, then who is alike
 * takes that of one that is gone. So a man that moved is seen moving.
 *
 * @param {KnownMan[]} before
 * @param {string} fen
 * @returns {KnownMan[]} in the order of their ids
 */
export function followed(before, fen) {
  const wanted = new Map(menOf(fen).map((man) => [man.square, man]));
  /** @type {KnownMan[]} */
  const found = [];
  /** @type {KnownMan[]} */
  const free = [];
  for (const man of before) {
    const want = wanted.get(man.square);
    if (want && alike(want, man)) {
      found.push(man);
      wanted.delete(man.square);
    } else free.push(man);
  }
  let next = Math.max(-1, ...before.map((man) => man.id)) + 1;
  for (const want of wanted.values()) {
    const at = free.findIndex((man) => alike(man, want));
    const id = at >= 0 ? free.splice(at, 1)[0].id : next++;
    found.push({ ...want, id });
  }
  return found.sort((one, other) => one.id - other.id);
}

/** @param {Man} one @param {Man} other */
function alike(one, other) {
  return one.white === other.white && one.kind === other.kind;
}

/** `King e1, Queen d1, Rook a1, …` for either side. @param {string} fen */
export function positionInWords(fen) {
  const men = menOf(fen);
  const side = (/** @type {boolean} */ white) =>
    Object.keys(MEN)
      .flatMap((kind) =>
        men
          .filter((man) => man.white === white && man.kind === kind)
          .map((man) => man.square)
          .sort()
          .map((square) => `${MEN[kind]} ${square}`),
      )
      .join(", ") || "no men";
  return { white: side(true), black: side(false) };
}

/** Which side moves. @param {string} fen @returns {"white" | "black"} */
export function toMove(fen) {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/** Number and dots of the half-move that led to a position: `31.` or `31…`. @param {string} fen */
export function moveNumber(fen) {
  const full = Number(fen.split(" ")[5]) || 1;
  return toMove(fen) === "black" ? `${full}.` : `${full - 1}…`;
}
