// One board of the grid: a card, which is a link to the board.

import { html } from "../base/html.js";
import { MiniBoard } from "../base/mini.js";
import { moveNumber, toMove } from "../base/position.js";
import { resultInWords, resultText } from "../base/results.js";
import { surname } from "../base/text.js";
import { clockText, secondsLeft } from "../base/times.js";
import { link } from "./address.js";
import { GridClock } from "./clock.js";
import { boardText, gameLabel, noteTexts } from "./words.js";

/** @typedef {import("./tournament.js").Game} Game */
/** @typedef {import("./tournament.js").WirePlayer} WirePlayer */
/** @typedef {import("../base/times.js").ShownTime} ShownTime */

/**
 * @param {object} props
 * @param {import("./tournament.js").Tournament} props.tournament
 * @param {import("./tournament.js").GameSignal} props.game
 * @param {ShownTime} props.time
 * @param {(game: Game) => boolean} props.fits whether it is looked for
 */
export function Card({ tournament, game, time, fits }) {
  const now = game.value;
  const place = tournament.places.value.get(now.id);
  if (!place) return null;
  const white = tournament.player(place.pairing.white);
  const black = tournament.player(place.pairing.black);
  const where = boardText(place.pairing.board, gameLabel(place.whole, now.id));
  const provisional = now.result && !now.result.official ? " provisional" : "";
  const notes = noteTexts(now.notes);
  return html`<li class=${notes.length ? "card troubled" : "card"} data-state=${now.state} hidden=${!fits(now)}>
    <a data-game=${now.id} href=${link({ g: now.id })} aria-label=${inWords(now, where, white, black, time.now())}>
      <div class="card-head">
        <span class="where">${where}</span>
        <span class=${`status ${now.state}${provisional}`} title=${notes.join(". ")}>${statusText(now)}</span>
      </div>
      <${Side} side="black" player=${black} game=${game} time=${time} />
      <${MiniBoard} fen=${now.fen} uci=${now.uci} />
      <${Side} side="white" player=${white} game=${game} time=${time} />
    </a>
  </li>`;
}

/**
 * One player's strip of a card: title, name, rating, clock.
 *
 * @param {object} props
 * @param {"white" | "black"} props.side
 * @param {WirePlayer | undefined} props.player
 * @param {import("./tournament.js").GameSignal} props.game
 * @param {ShownTime} props.time
 */
function Side({ side, player, game, time }) {
  return html`<div class=${`side ${side}`}>
    <span class="title">${player?.title ?? ""}</span>
    <span class="name">${player?.name ?? "?"}</span>
    <span class="rating">${player?.rating || ""}</span>
    <${GridClock} game=${game} side=${side} time=${time} />
  </div>`;
}

/**
 * A card for ears.
 *
 * @param {Game} game
 * @param {string} where
 * @param {WirePlayer | undefined} white
 * @param {WirePlayer | undefined} black
 * @param {number} now
 */
function inWords(game, where, white, black, now) {
  const parts = [where, `${surname(white)} – ${surname(black)}`];
  if (game.result) parts.push(resultInWords(game.result));
  else if (game.state === "waiting") parts.push("not started");
  if (game.fen && game.ply) parts.push(`move ${parseInt(moveNumber(game.fen), 10)}`);
  if (!game.result && game.clock) {
    const side = game.clock.running === null ? toMove(game.fen) : game.clock.running === "white" ? "white" : "black";
    const name = side === "white" ? "White" : "Black";
    parts.push(`${name} ${clockText(secondsLeft(game.clock, side, now))}`);
  }
  return [...parts, ...noteTexts(game.notes)].join(", ");
}

/** How a game stands, and whether its line can be relied on. @param {Game} game */
function statusText(game) {
  if (game.notes.includes("uncertain")) return `${standText(game)} · order not certain`;
  if (game.notes.includes("missed")) return `${standText(game)} · moves missed`;
  return standText(game);
}

/** @param {Game} game */
function standText(game) {
  if (game.result) return resultText(game.result) + (game.result.official ? "" : " ?");
  if (game.notes.includes("no-signal")) return "no signal";
  if (game.notes.includes("unclear")) return "being checked";
  if (game.state === "waiting") return "not started";
  if (game.fen && game.ply) return `${moveNumber(game.fen)} ${game.san}`;
  return game.live ? "live" : "not live";
}
