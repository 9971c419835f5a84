// One board large: follows the game, or is replayed by its viewer; the two never disturb
// each other. Whoever looks at an earlier move stays there until they ask for the end.

import { Ground } from "../base/ground.js";
import { html, signal, useEffect, useRef } from "../base/html.js";
import { useKeys } from "../base/keyboard.js";
import { moveNumber, positionInWords, toMove } from "../base/position.js";
import { resultText } from "../base/results.js";
import { surname } from "../base/text.js";
import { secondsLeft } from "../base/times.js";
import { address, link, replace } from "./address.js";
import { Clock } from "./clock.js";
import { Buttons, clockAt, Moves } from "./moves.js";
import { at } from "./server.js";
import { spoken } from "./spoken.js";
import { boardText, gameLabel, markWords, noteTexts } from "./words.js";

/** @typedef {import("./store.js").Store} Store */
/** @typedef {import("./tournament.js").Game} Game */
/** @typedef {import("./tournament.js").Place} Place */
/** @typedef {import("./tournament.js").Tournament} Tournament */
/** @typedef {import("../base/times.js").ShownTime} ShownTime */
/** @typedef {"white" | "black"} Side */

/** @type {Side[]} */
const SIDES = ["white", "black"];
const NOBODY = "8/8/8/8/8/8/8/8 w - - 0 1";
const flipped = signal(false); // it stays from game to game
/** What is said to those who listen instead of looking. */
export const announced = signal("");

/** @param {{ store: Store, time: ShownTime, id: string }} props */
export function Board({ store, time, id }) {
  const found = store.find(id);
  if (!found)
    return html`<section class="board" aria-label="Board"><div class="board-head"><h2>This game is not shown</h2></div></section>`;
  return html`<${Shown} store=${store} time=${time} ...${found} />`;
}

/** What of a line stands on the board. @param {Store} store @param {Game} game */
function replayed(store, game) {
  const line = store.lines.of(game.id).value;
  const moves = line?.moves ?? [];
  const wanted = address.value.ply === "" ? null : Number(address.value.ply);
  const following = !Number.isInteger(wanted);
  const ply = following ? moves.length : Math.max(0, Math.min(Number(wanted), moves.length));
  const move = ply ? moves[ply - 1] : null;
  if (!line) return { line, moves, ply, following, fen: game.fen || NOBODY, last: game };
  return { line, moves, ply, following, fen: move?.fen ?? line.start, last: move ?? { uci: "", san: "" } };
}

/**
 * @param {object} props
 * @param {Store} props.store
 * @param {ShownTime} props.time
 * @param {Tournament} props.tournament
 * @param {import("./tournament.js").GameSignal} props.game
 * @param {Place} props.place
 */
function Shown({ store, time, tournament, game: { value: game }, place }) {
  const { line, moves, ply, following, fen, last } = replayed(store, game);
  const seek = (/** @type {number | null} */ wanted) =>
    replace({ ply: wanted === null || wanted >= moves.length ? null : Math.max(0, wanted) });
  const step = (/** @type {number} */ by) => seek(ply + by);
  const flip = () => void (flipped.value = !flipped.value);
  const start = () => seek(0);
  const end = () => seek(null);
  useKeys({
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: start, ArrowDown: end, Home: start, End: end, f: flip, F: flip,
  });
  useSpoken(place, game, line ? moves : null);
  const texts = positionTexts(fen, last);
  const names = SIDES.map((side) => surname(tournament.player(place.pairing[side])));
  const strip = (/** @type {Side} */ side) =>
    html`<${Strip} key=${side} side=${side} player=${tournament.player(place.pairing[side])} game=${game} time=${time}
      replayed=${following || ply >= moves.length ? null : { moves, ply }} />`;
  const [top, bottom] = flipped.value ? SIDES : [...SIDES].reverse();
  return html`<section class="board" aria-label="Board">
    <${Head} tournament=${tournament} place=${place} id=${game.id} />
    <div class="table">
      <div class="column">
        ${strip(top)}
        <${Ground} key="ground" fen=${fen} uci=${last.uci} san=${last.san} flipped=${flipped.value}
          label=${`Board ${place.pairing.board}, ${names.join(" – ")}. ${texts.join(" ")}`} />
        ${strip(bottom)}
      </div>
      <div class="panel">
        <${State} game=${game} />
        <${Moves} moves=${moves} ply=${ply} known=${line !== null} seek=${seek} />
        <${Buttons} step=${step} seek=${seek} flip=${flip} following=${following} playing=${game.state === "playing"} />
      </div>
    </div>
    <details class="text">
      <summary>Position in words</summary>
      <div class="in-words">${texts.map((text, index) => html`<p key=${index}>${text}</p>`)}</div>
    </details>
  </section>`;
}

/** Say what is new in a game. @param {Place} place @param {Game} game @param {import("./messages.js").WireMove[] | null} moves */
function useSpoken(place, game, moves) {
  const said = useRef(/** @type {import("./spoken.js").Said | null} */ (null));
  useEffect(() => {
    if (!moves) return;
    const news = spoken(said.current, game, moves);
    said.current = news.said;
    if (news.words) announced.value = `Board ${place.pairing.board}: ${news.words}`;
  }, [moves, game]);
}

/** The position in sentences. @param {string} fen @param {{ san: string, marks?: string[] }} last */
function positionTexts(fen, last) {
  const { white, black } = positionInWords(fen);
  const turn = toMove(fen) === "white" ? "White" : "Black";
  const special = markWords(last);
  const said = special ? `${last.san} (${special})` : last.san;
  const move = last.san ? `After ${moveNumber(fen)} ${said}. ` : "Start position. ";
  return [`${move}${turn} to move.`, `White: ${white}.`, `Black: ${black}.`];
}

/** @param {{ tournament: Tournament, place: Place, id: string }} props */
function Head({ tournament, place: { round, whole, pairing }, id }) {
  const ids = round.pairings.flatMap((each) => each.games);
  const index = ids.indexOf(id);
  const name = (/** @type {string} */ other) => {
    const there = tournament.places.value.get(other);
    const label = there?.whole === whole ? gameLabel(whole, other) : "";
    return label || `Board ${there?.pairing.board ?? "?"}`;
  };
  const [before, after] = [ids[index - 1], ids[index + 1]];
  return html`<div class="board-head">
    <a class="quiet" href=${link({ g: null, ply: null })}>‹ All boards</a>
    <h2>${boardText(pairing.board, gameLabel(whole, id))}</h2>
    <span class="neighbours">
      ${before && html`<a key="before" class="quiet" href=${link({ g: before, ply: null })}>‹ ${name(before)}</a>`}
      ${after && html`<a key="after" class="quiet" href=${link({ g: after, ply: null })}>${name(after)} ›</a>`}
      <a key="pgn" class="quiet" download href=${at(`/pgn/game/${encodeURIComponent(id)}.pgn`)}>PGN</a>
    </span>
  </div>`;
}

/** The result, and what is wrong with the board. @param {{ game: Game }} props */
function State({ game }) {
  const { result } = game;
  const notes = noteTexts(game.notes);
  if (!game.live && game.state !== "finished") notes.push("This board is not broadcast live");
  return html`
    <p class=${result && !result.official ? "result provisional" : "result"} hidden=${!result}>
      ${result && resultText(result) + (result.official ? "" : "  provisional")}
    </p>
    <p class="notes" hidden=${!notes.length}>${notes.join(". ")}</p>`;
}

/**
 * A player beside the large board: title, name, federation, rating, clock.
 *
 * @param {object} props
 * @param {Side} props.side
 * @param {import("./tournament.js").WirePlayer | undefined} props.player
 * @param {Game} props.game
 * @param {ShownTime} props.time
 * @param {{ moves: import("./messages.js").WireMove[], ply: number } | null} props.replayed
 */
function Strip({ side, player, game, time, replayed: earlier }) {
  const running = !earlier && game.clock?.running === side;
  const seconds = earlier
    ? clockAt(earlier.moves, earlier.ply, side)
    : secondsLeft(game.clock, side, running ? time.shown.value : 0);
  const more = [player?.rating || "", player?.federation].filter(Boolean).join(" · ");
  return html`<div class=${`strip ${side}`}>
    <span class="colour" aria-label=${side === "white" ? "White" : "Black"}></span>
    <span class="title">${player?.title ?? ""}</span>
    <span class="name">${player?.name ?? "?"}</span>
    <span class="rating">${more}</span>
    <${Clock} seconds=${seconds} running=${running} />
  </div>`;
}
