// Games in words: for ears, for titles, for links.

const MEN = { k: "King", q: "Queen", r: "Rook", b: "Bishop", n: "Knight", p: "Pawn" };

/** The men of a FEN: `[{square: "e4", white: true, kind: "k"}, …]`, a8 to h1. */
export function menOf(fen) {
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

/** `White: King e1, Queen d1, Rook a1, …; Black: …` */
export function positionInWords(fen) {
  const men = menOf(fen);
  const side = (white) =>
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

/** Which side moves, `white` or `black`. */
export function toMove(fen) {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

/** Move number and dots of the half-move that led to a position: `31.` or `31…`. */
export function moveNumber(fen) {
  const full = Number(fen.split(" ")[5]) || 1;
  return toMove(fen) === "black" ? `${full}.` : `${full - 1}…`;
}

/** `Carlsen` of `Carlsen, Magnus`. */
export function surname(player) {
  return player ? player.name.split(",")[0] : "?";
}

/** A result as it is shown: `1–0`, `½–½`, `+ –`. */
export function resultText(result) {
  return result ? result.text.replaceAll("-", "–") : "";
}

/** A result in words, for ears. */
export function resultInWords(result) {
  const said = { "1-0": "White won", "0-1": "Black won", "1/2-1/2": "draw" }[result.token];
  return `${said ?? result.text}${result.official ? "" : ", provisional"}`;
}

const ROLES = {
  rapid: "rapid",
  blitz: "blitz",
  armageddon: "Armageddon",
  "sudden-death": "sudden death",
};

/** What a game of two who meet is: `game 2`, `Armageddon`; empty for the only main game. */
export function gameLabel(pairing, id) {
  const { games } = pairing;
  const role = (game) => pairing.further?.find((each) => each.game === game)?.role ?? "main";
  const alike = games.filter((game) => role(game) === role(id));
  const number = alike.length > 1 ? ` ${alike.indexOf(id) + 1}` : "";
  const word = ROLES[role(id)];
  if (word) return `${word}${number}`;
  return number && `game${number}`;
}

/** What whoever looks at a further game must know: its time, and who needs only a draw. */
export function playedWords(played) {
  const side = { white: "White", black: "Black" }[played.odds];
  return [played.time, side ? `a draw is enough for ${side}` : ""].filter(Boolean).join("; ");
}

/** A result as the White of the pairing has it, where the colours of the game were others. */
export function turned(result) {
  const parts = resultText(result).split("–");
  return parts.length === 2 ? `${parts[1]}–${parts[0]}` : resultText(result);
}

const NOTES = {
  "no-signal": "No signal from this board",
  unclear: "Position being checked",
  incomplete: "Moves are missing",
  joined: "The record begins in the middle of the game",
  missed: "Moves marked * were missed and worked out afterwards",
  uncertain: "The order of the moves marked ≈ is not certain",
};

/** What is wrong with a board or its line, in sentences without their full stops. */
export function noteTexts(notes) {
  const both = notes.includes("missed") && notes.includes("uncertain");
  const texts = notes
    .filter((note) => !both || note !== "missed")
    .map((note) => NOTES[note] ?? note);
  if (!both) return texts;
  return [...texts.slice(0, -1), "Some moves were missed: their order is not certain (≈)"];
}

const MARKS = {
  illegal: "illegal move that stood on the board",
  "promotion-unknown": "the promoted man was not seen",
  ambiguous: "order not certain",
  reconstructed: "missed, worked out afterwards",
};

/** What is special about a move, in words; empty where nothing is. */
export function markWords(move) {
  const marks = move.marks ?? [];
  return Object.keys(MARKS)
    .filter((mark) => marks.includes(mark))
    .map((mark) => MARKS[mark])
    .join(", ");
}

/** The sign of a move that was not seen being played; empty for one that was. */
export function markSign(move) {
  const marks = move.marks ?? [];
  if (marks.includes("ambiguous")) return "≈";
  return marks.includes("reconstructed") ? "*" : "";
}
