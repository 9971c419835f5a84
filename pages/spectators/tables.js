// Pairings and standings as tables.

import { el } from "./dom.js";
import { gameLabel, resultInWords, resultText, turned } from "./words.js";

function playerCell(player, cls, attributes = {}) {
  const cell = el("td", { class: cls, ...attributes });
  if (player?.title) cell.append(el("span", { class: "title" }, player.title), " ");
  cell.append(el("span", { class: "name" }, player?.name ?? "?"));
  if (player?.rating) cell.append(" ", el("span", { class: "rating" }, String(player.rating)));
  return cell;
}

function head(...names) {
  const cells = names.map(([text, cls]) =>
    el("th", { scope: "col", class: cls, role: "columnheader" }, text),
  );
  return el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...cells));
}

/** `5.5` as `5½`, `1.0` as `1`. */
function pointsText(points) {
  return points.replace(/\.0$/, "").replace(/\.5$/, "½").replace(/^0½/, "½");
}

/**
 * Who plays whom, with results, each a link to its board. A phone shows a pair on two lines;
 * the roles keep it a table for ears there.
 */
export function pairings(tournament, round, go) {
  const section = el("section", { class: "tables", "aria-label": "Pairings" });
  if (!round) {
    section.append(el("p", { class: "empty" }, "No round has been published yet."));
    return section;
  }
  const body = el("tbody", { role: "rowgroup" });
  for (const pairing of round.pairings) {
    const games = pairing.games.map((id) => tournament.games.get(id)).filter(Boolean);
    const results = el("td", { class: "mid", role: "cell" });
    for (const game of games) {
      const { result } = game;
      const label = gameLabel(pairing, game.id);
      const played = tournament.pairingOf.get(game.id).pairing;
      const shown = result && (played.white === pairing.white ? resultText(result) : turned(result));
      const text = result ? shown + (result.official ? "" : " ?") : "–";
      results.append(
        el(
          "a",
          {
            href: go({ v: "boards", g: game.id }),
            class: result && !result.official ? "provisional" : null,
            "aria-label": [
              `Board ${pairing.board}`,
              label,
              result ? resultInWords(result) : game.state,
            ]
              .filter(Boolean)
              .join(", "),
          },
          label && game !== games[0] ? el("span", { class: "what" }, label, " ") : null,
          text,
        ),
      );
    }
    body.append(
      el(
        "tr",
        { role: "row" },
        el("td", { class: "num", role: "cell" }, String(pairing.board)),
        playerCell(tournament.players.get(pairing.white), "left white", { role: "cell" }),
        results,
        playerCell(tournament.players.get(pairing.black), "left black", { role: "cell" }),
      ),
    );
  }
  const columns = [["Board", "num"], ["White"], ["Result", "mid"], ["Black"]];
  const table = el("table", { class: "pairs", role: "table" }, head(...columns), body);
  section.append(el("div", { class: "scroll" }, table));
  if (round.byes.length) {
    const list = el("ul", { class: "byes" });
    for (const bye of round.byes) {
      const player = tournament.players.get(bye.player);
      list.append(el("li", {}, `${player?.name ?? "?"} – ${bye.text}`));
    }
    section.append(el("h3", {}, "Without an opponent"), list);
  }
  return section;
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** What a phone shows below a name instead of columns: `NOR 2839 · BH 12.5 · SB 21.25`. */
function belowText(codes, row) {
  const who = [row.federation, row.rating || ""].filter(Boolean).join(" ");
  const values = row.tiebreaks.map((value, at) => `${codes[at]} ${value}`);
  return [who, ...values]
    .filter(Boolean)
    .map((part) => part.replaceAll(" ", "\u00a0"))
    .join("\u00a0· ");
}

/** The tables of standings that there are. */
export function standings(tournament) {
  const section = el("section", { class: "tables", "aria-label": "Standings" });
  if (!tournament.standings.length) {
    section.append(el("p", { class: "empty" }, "Standings follow with the first result."));
  }
  for (const table of tournament.standings) {
    const stage = tournament.stages.find((each) => each.id === table.stage);
    const name = tournament.stages.length > 1 && stage ? `${stage.name}, ` : "";
    const standing = table.official ? "official" : table.complete ? "not official yet" : "live";
    section.append(
      el(
        "h3",
        {},
        name + (name ? table.moment : capital(table.moment)),
        el("span", { class: "tag" }, standing),
      ),
    );
    const body = el("tbody");
    let shownRank = null;
    for (const row of table.rows) {
      const player = tournament.players.get(row.player) ?? row;
      const cell = playerCell({ ...player, rating: 0 }, "left");
      cell.append(el("span", { class: "below" }, belowText(table.codes, row)));
      body.append(
        el(
          "tr",
          {},
          el("td", { class: row.rank === shownRank ? "num again" : "num" }, String(row.rank)),
          cell,
          el("td", { class: "wide" }, row.federation),
          el("td", { class: "num wide" }, row.rating ? String(row.rating) : ""),
          el("td", { class: "num points" }, pointsText(row.points)),
          ...row.tiebreaks.map((value) => el("td", { class: "num wide" }, value)),
        ),
      );
      shownRank = row.rank;
    }
    const columns = [["#", "num"], ["Player"], ["Fed", "wide"], ["Rating", "num wide"], ["Points", "num"]];
    const codes = table.codes.map((code) => [code, "num wide"]);
    const drawn = el("table", {}, head(...columns, ...codes));
    drawn.append(body);
    section.append(el("div", { class: "scroll" }, drawn));
  }
  return section;
}
