// @ts-nocheck
// Players: late entries, withdrawals, byes, absences.

import { fill, h } from "./dom.js";
import { Refused, send } from "./commands.js";
import { ask, toast } from "./talk.js";

const BYES = { "half-bye": "half-point bye", "full-bye": "full-point bye", "zero-bye": "no points" };

export class PlayersPage {
  constructor(store) {
    this.store = store;
    this.search = "";
    this.list = h("div");
    this.checkIn = h("div");
    this.count = h("span");
    this.element = h(
      "section",
      { class: "players" },
      h("h2", {}, "Players ", this.count),
      h(
        "div",
        { class: "filters" },
        h("button", { type: "button", class: "primary", id: "add-player", onclick: () => this.add() }, "Enter a player"),
        h("input", {
          type: "search",
          placeholder: "Name",
          "aria-label": "Find a player",
          oninput: (event) => {
            this.search = event.target.value;
            this.render();
          },
        }),
      ),
      this.checkIn,
      this.list,
    );
  }

  checkInBar(checkIn, may) {
    if (!checkIn) return null;
    const missing = checkIn.missing.length;
    return h(
      "p",
      {},
      `Check-in: ${checkIn.seen} are here, ${missing} not seen yet. `,
      h("button", { type: "button", "data-key": "end-check-in", disabled: !may || !missing, onclick: () => this.endCheckIn(missing) }, "End the check-in"),
    );
  }

  async endCheckIn(missing) {
    const chosen = await ask({
      title: `Remove the ${missing} who were not seen?`,
      body: [h("p", {}, "They are not paired; whoever comes later can be entered again before round 1, and as a late entry after it.")],
      actions: [{ value: "end", label: "End the check-in", class: "primary" }],
    });
    if (chosen) await this.command("end_check_in", {}, "The check-in is over");
  }

  show() {
    this.render();
  }

  news(changed) {
    if (changed.has("players") || changed.has("registers") || changed.has("apart") || changed.has("me") || changed.has("selected")) this.render();
  }

  tournament() {
    const chosen = this.store.get("selected")?.tournament;
    const all = this.store.get("tournaments") ?? [];
    return all.find((tournament) => tournament.id === chosen) ?? all[0];
  }

  async command(kind, fields, said, undo = null) {
    try {
      await send(this.store, kind, { tournament: this.tournament().id, ...fields });
      if (said) toast(said, { undo });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
    }
  }

  render() {
    const players = this.store.get("players") ?? [];
    const may = Boolean(this.store.get("me")?.may_manage);
    const checkIn = this.store.get("registers")?.check_in;
    fill(this.checkIn, this.checkInBar(checkIn, may));
    document.getElementById("add-player")?.toggleAttribute("disabled", !may);
    const wanted = this.search.trim().toLocaleLowerCase();
    const found = players.filter((player) => player.name.toLocaleLowerCase().includes(wanted));
    this.count.textContent = `(${players.length})`;
    fill(
      this.list,
      h(
        "table",
        { class: "players-table" },
        h("thead", {}, h("tr", {}, ["No.", "Name", "Rating", "Fed", "Status", ""].map((text) => h("th", { scope: "col", class: text === "No." || text === "Rating" ? "number" : "" }, text)))),
        h(
          "tbody",
          {},
          found.map((player) =>
            h(
              "tr",
              { "data-player": player.id },
              h("td", { class: "number small" }, player.number ?? ""),
              h("td", {}, player.title ? h("abbr", { class: "title" }, player.title) : null, player.title ? " " : null, player.name, player.club ? h("span", { class: "small block" }, player.club) : null),
              h("td", { class: "number" }, player.rating || ""),
              h("td", {}, player.federation),
              h("td", { class: "small" }, this.status(player, may)),
              h(
                "td",
                { class: "row-actions" },
                player.out_from === null
                  ? [
                      h("button", { type: "button", class: "quiet", "data-key": `bye-${player.id}`, disabled: !may, onclick: () => this.bye(player) }, "Bye or absence"),
                      h("button", { type: "button", class: "quiet", "data-key": `seat-${player.id}`, disabled: !may, onclick: () => this.seat(player) }, "Board, pairs"),
                      h("button", { type: "button", class: "quiet", "data-key": `change-${player.id}`, disabled: !may, onclick: () => this.change(player) }, "Edit"),
                      checkIn?.missing.includes(player.id)
                        ? h("button", { type: "button", class: "primary", "data-key": `seen-${player.id}`, onclick: () => this.command("check_in", { player: player.id }, null) }, "Is here")
                        : null,
                      h("button", { type: "button", class: "quiet", "data-key": `hand-in-${player.id}`, onclick: () => this.handIn(player) }, "Hand in"),
                      h("button", { type: "button", class: "quiet", "data-key": `sanction-${player.id}`, onclick: () => this.sanction(player) }, "Sanction"),
                      h("button", { type: "button", class: "quiet", "data-key": `out-${player.id}`, disabled: !may, onclick: () => this.withdraw(player) }, "Withdraw"),
                    ]
                  : player.expelled
                    ? h("button", { type: "button", class: "quiet", "data-key": `back-${player.id}`, disabled: !may, onclick: () => this.readmit(player) }, "Take back")
                    : h("button", { type: "button", class: "quiet", "data-key": `in-${player.id}`, disabled: !may, onclick: () => this.back(player) }, "Plays again"),
              ),
            ),
          ),
        ),
      ),
    );
  }

  status(player, may) {
    const said = [];
    if (player.expelled) said.push(h("div", {}, `expelled from round ${player.out_from}: ${player.out_reason}`));
    else if (player.out_from !== null) said.push(h("div", {}, `withdrawn from round ${player.out_from}${player.out_reason ? `: ${player.out_reason}` : ""}`));
    for (const given of player.penalties) said.push(h("div", {}, `${given.penalty}: ${given.reason}`));
    if (player.board !== null) said.push(h("div", {}, `keeps board ${player.board}`));
    for (const rule of this.store.get("apart") ?? []) {
      const other = rule.players.find((one) => one.id !== player.id);
      if (!rule.players.some((one) => one.id === player.id)) continue;
      const rounds = rule.first === 1 ? "" : ` from round ${rule.first}`;
      said.push(
        h("div", {}, `must not meet ${other.name}${rounds}${rule.reason ? `: ${rule.reason}` : ""} `,
          h("button", { type: "button", "data-key": `meet-${player.id}-${other.id}`, class: "quiet", disabled: !may, onclick: () => this.allow(player, other) }, "May meet")),
      );
    }
    if (player.first_round > 1) said.push(h("div", {}, `entered in round ${player.first_round}`));
    const next = this.tournament().next_round;
    const plays = (round) =>
      round < next || player.out_from !== null
        ? null
        : h("button", { type: "button", "data-key": `plays-${player.id}-${round}`, class: "quiet", disabled: !may, onclick: () => this.afterAll(player, round) }, "Plays after all");
    for (const absence of player.absent) said.push(h("div", {}, `absent in round ${absence.round}: ${absence.reason} `, plays(absence.round)));
    for (const request of player.requests) {
      const what = `${BYES[request.bye] ?? request.bye} in round ${request.round}`;
      if (request.granted === null) {
        const decide = (granted) => this.decide(player, request, granted);
        said.push(
          h("div", { class: "undecided" }, `asked for a ${what} `,
            h("button", { type: "button", "data-key": `yes-${player.id}-${request.round}`, disabled: !may, onclick: () => decide(true) }, "Grant"),
            h("button", { type: "button", "data-key": `no-${player.id}-${request.round}`, class: "quiet", disabled: !may, onclick: () => decide(false) }, "Refuse")),
        );
      } else said.push(h("div", {}, request.granted ? [what, " ", plays(request.round)] : `${what}: refused (${request.reason})`));
    }
    return said;
  }

  async add() {
    const inputs = particulars({ rating: 0 });
    const tournament = this.tournament();
    const chosen = await ask({
      title: tournament.next_round > 1 ? `Late entry: plays from round ${tournament.next_round}` : "Enter a player",
      body: [inputs],
      actions: [{ value: "enter", label: "Enter", class: "primary" }],
    });
    if (!chosen) return;
    const values = filledIn(inputs);
    await this.command("enter_player", values, `${values.name} has entered`);
  }

  // Whoever was entered wrongly is put right; who is not a player of this tournament withdraws.
  async change(player) {
    const inputs = particulars(player);
    const chosen = await ask({
      title: `Particulars of ${player.name}`,
      body: [inputs, h("p", { class: "small" }, "Until round 4 is paired a new rating or title also moves the pairing number, from the next draft on.")],
      actions: [{ value: "change", label: "Save", class: "primary" }],
    });
    if (!chosen) return;
    const values = filledIn(inputs);
    const kept = { player: player.id, sex: player.sex, birth: player.birth };
    await this.command("change_player", { ...values, ...kept }, `The particulars of ${values.name} are changed`);
  }

  async afterAll(player, round) {
    await this.command("play_after_all", { player: player.id, round_no: round }, `${player.name} plays in round ${round}`);
  }

  async withdraw(player) {
    const chosen = await ask({
      title: `${player.name} withdraws?`,
      body: [h("p", {}, `Not paired any more from round ${this.tournament().next_round} on. Games already published are entered as they end.`)],
      reason: { optional: true, hint: "for example: ill" },
      actions: [{ value: "out", label: "Withdraw", class: "primary" }],
    });
    if (!chosen) return;
    await this.command("withdraw_player", { player: player.id, reason: chosen.reason }, `${player.name} is withdrawn`, () => this.back(player));
  }

  // A board of their own, and whom they must not meet; both hold from the next draft on.
  async seat(player) {
    const stage = this.store.get("selected").stage;
    const board = h("input", { name: "board", inputmode: "numeric", pattern: "[0-9]*", value: player.board === null ? "" : String(player.board) });
    const others = (this.store.get("players") ?? []).filter((one) => one.id !== player.id && one.out_from === null);
    const other = h("select", { name: "other" }, h("option", { value: "" }, "choose a player"), others.map((one) => h("option", { value: one.id }, one.name)));
    const chosen = await ask({
      title: `${player.name}: board and pairs`,
      body: [
        h("p", {}, "Counts from the next draft on: a draft that is there already must be paired again."),
        h("label", { class: "stack" }, "Keeps board", board),
        h("label", { class: "stack" }, "Must not meet", other),
      ],
      reason: { optional: true, label: "Reason (pairs need one after round 1)" },
      actions: [
        { value: "board", label: "Keep this board", class: "primary" },
        ...(player.board !== null ? [{ value: "free", label: "Free the board" }] : []),
        { value: "apart", label: "Keep these two apart" },
      ],
    });
    if (!chosen) return;
    if (chosen.value === "apart") {
      const met = others.find((one) => one.id === other.value);
      if (!met) toast("Choose whom they must not meet.", { problem: true });
      else await this.command("forbid_pairs", { stage, players: [player.id, met.id], reason: chosen.reason }, `${player.name} and ${met.name} are kept apart`);
      return;
    }
    const number = chosen.value === "free" ? null : Number(board.value);
    if (number !== null && !(number > 0)) {
      toast("Give the number of a board.", { problem: true });
      return;
    }
    await this.command(
      "fix_board",
      { player: player.id, board: number, reason: chosen.reason },
      number === null ? `${player.name} keeps no board any more` : `${player.name} keeps board ${number}`,
    );
  }

  async allow(player, other) {
    const chosen = await ask({
      title: `May ${player.name} and ${other.name} meet?`,
      reason: { optional: true, label: "Reason (needed after round 1)" },
      actions: [{ value: "allow", label: "They may meet", class: "primary" }],
    });
    if (chosen) await this.command("allow_pair", { stage: this.store.get("selected").stage, player: player.id, other: other.id, reason: chosen.reason }, `${player.name} and ${other.name} may meet`);
  }

  async handIn(player) {
    const item = h("input", { name: "item", maxlength: "40", value: "phone" });
    const tag = h("input", { name: "tag", maxlength: "20", placeholder: "number of the bag" });
    const chosen = await ask({
      title: `What does ${player.name} hand in?`,
      body: [h("label", { class: "stack" }, "What", item), h("label", { class: "stack" }, "Marked with", tag)],
      actions: [{ value: "hand-in", label: "Take it into keeping", class: "primary" }],
    });
    if (chosen) await this.command("hand_in", { player: player.id, item: item.value, tag: tag.value }, `Kept for ${player.name}: ${item.value} ${tag.value}`);
  }

  async readmit(player) {
    const chosen = await ask({
      title: `Take ${player.name} back into the tournament?`,
      body: [h("p", {}, `Plays again from round ${this.tournament().next_round} on; the rounds between are missed.`)],
      reason: {},
      actions: [{ value: "back", label: "Take back", class: "primary" }],
    });
    if (chosen) await this.command("readmit_player", { player: player.id, reason: chosen.reason }, `${player.name} plays again`);
  }

  async sanction(player) {
    const what = h("input", { name: "penalty", maxlength: "80", placeholder: "warning, two minutes, fine …" });
    const offences = this.tournament().offences;
    const pick = h("select", { name: "offence" }, h("option", { value: "" }, "not in the regulations"), offences.map((name) => h("option", { value: name }, name)));
    const game = this.store.boards().find((board) => board.white.id === player.id || board.black.id === player.id)?.game ?? null;
    const chosen = await ask({
      title: `Sanction for ${player.name}`,
      body: [
        h("p", {}, "It is kept with the player. A score is changed by a ruling on the game alone."),
        offences.length ? h("label", { class: "stack" }, "Offence: the regulations say what it costs this time", pick) : null,
        h("label", { class: "stack" }, offences.length ? "What else" : "What", what),
      ],
      reason: {},
      actions: [
        { value: "note", label: "Note it", class: "primary" },
        { value: "expel", label: "Put out of the tournament", disabled: !this.store.get("me")?.may_manage },
      ],
    });
    if (!chosen) return;
    if (chosen.value === "expel") await this.command("expel_player", { player: player.id, reason: chosen.reason }, `${player.name} is put out`);
    else await this.command("give_penalty", { player: player.id, penalty: what.value, reason: chosen.reason, offence: pick.value, game: pick.value ? game : null }, `Noted: ${player.name}, ${pick.value || what.value}`);
  }

  async back(player) {
    const { id, name, rating, title, federation, club } = player;
    const kept = this.store.get("players").find((other) => other.id === id) ?? player;
    await this.command(
      "enter_player",
      { player: id, name, rating, title, federation, club, fide_id: kept.fide_id, sex: kept.sex, birth: kept.birth },
      `${name} plays again`,
    );
  }

  async bye(player) {
    const tournament = this.tournament();
    const rounds = [];
    for (let round = tournament.next_round; round <= tournament.last_round; round += 1) rounds.push(round);
    if (!rounds.length) {
      toast("All rounds are published.", { problem: true });
      return;
    }
    const pick = h("select", { name: "round" }, rounds.map((round) => h("option", { value: String(round) }, `Round ${round}`)));
    const chosen = await ask({
      title: `${player.name}: bye or absence`,
      body: [h("label", { class: "stack" }, "Round", pick)],
      reason: { optional: true, label: "Reason (an absence needs one)" },
      actions: [
        { value: "half", label: "Half-point bye", class: "primary", hint: "granted at once" },
        { value: "zero", label: "Bye without points" },
        { value: "absent", label: "Absent" },
        { value: "ask", label: "Only note the request (½)", hint: "nobody has decided yet: it waits here and blocks the pairing" },
      ],
    });
    if (!chosen) return;
    const round = Number(pick.value);
    if (chosen.value === "absent") {
      await this.command("mark_absent", { player: player.id, round_no: round, reason: chosen.reason }, `${player.name} is absent in round ${round}`);
      return;
    }
    const bye = chosen.value === "zero" ? "zero" : "half";
    const grant = chosen.value !== "ask";
    await this.command(
      "request_bye",
      { player: player.id, round_no: round, bye, grant },
      grant ? `${player.name} has a bye in round ${round}` : `The request of ${player.name} is noted`,
    );
  }

  async decide(player, request, granted) {
    let reason = "";
    if (!granted) {
      const chosen = await ask({ title: `Refuse the bye of ${player.name}?`, reason: {}, actions: [{ value: "no", label: "Refuse", class: "primary" }] });
      if (!chosen) return;
      reason = chosen.reason;
    }
    await this.command("decide_bye", { player: player.id, round_no: request.round, granted, reason }, granted ? "The bye is granted" : "The bye is refused");
  }
}

function particulars(player) {
  const field = (name, label, props = {}) => h("label", { class: "stack" }, label, h("input", { name, value: String(player[name] ?? ""), ...props }));
  return h(
    "div",
    { class: "fields" },
    field("name", "Name (Surname, Given)", { required: true, maxlength: "80", autocomplete: "off" }),
    field("rating", "Rating (0 = none)", { inputmode: "numeric", pattern: "[0-9]{1,4}" }),
    field("title", "Title", { placeholder: "GM, IM, …" }),
    field("federation", "Federation (three letters)", { placeholder: "NED" }),
    field("fide_id", "FIDE id", { inputmode: "numeric", pattern: "[0-9]*" }),
    field("club", "Club", { maxlength: "80" }),
  );
}

function filledIn(inputs) {
  const values = Object.fromEntries([...inputs.querySelectorAll("input")].map((input) => [input.name, input.value.trim()]));
  return { ...values, rating: Number(values.rating) || 0 };
}
