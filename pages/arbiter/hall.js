// @ts-nocheck
// The hall: which electronic board stands where and how it is, the delay, who may come in.

import { timeText } from "../base/times.js";
import { fill, h } from "./dom.js";
import { presence, sinceWords } from "./device.js";
import { Refused, post, send } from "./commands.js";
import { toast } from "./talk.js";

// Told of like devices, and none: games that other programs record go to boards by their players.
const GAMES_FAMILIES = ["pgn", "livechess-cloud"];
const ANY_PORT = "any port";

const ROLES = [
  ["floor-arbiter", "Floor arbiter"],
  ["arbiter", "Arbiter"],
  ["chief-arbiter", "Chief arbiter"],
  ["board-operator", "Board operator"],
];

export class HallPage {
  constructor(store) {
    this.store = store;
    this.link = "";
    this.hereOnly = false;
    this.ports = h("div", { id: "missing-boards" });
    this.boards = h("div");
    this.delays = h("div");
    this.people = h("div");
    this.element = h("section", { class: "hall" }, this.ports, this.boards, this.delays, this.people);
  }

  show() {
    this.render();
  }

  news(changed) {
    if (changed.has("hall") || changed.has("me") || changed.has("ports")) this.render();
  }

  async command(kind, fields, said, undo = null) {
    try {
      await send(this.store, kind, fields);
      toast(said, { undo });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      toast(error.message, { problem: true });
      this.render();
    }
  }

  render() {
    const hall = this.store.get("hall");
    const me = this.store.get("me");
    if (!hall || !me) return;
    const bad = (device) => device.presence !== "online" || device.warnings.length > 0;
    const devices = [...hall.devices].sort((a, b) => Number(bad(b)) - Number(bad(a)) || (a.board ?? 1e9) - (b.board ?? 1e9));
    this.renderPorts(this.store.get("ports") ?? []);
    fill(
      this.boards,
      h("h2", {}, "Electronic boards"),
      devices.length
        ? h(
            "table",
            { class: "devices" },
            h("thead", {}, h("tr", {}, ["Device", "State", "Where it is plugged in", "Stands at board"].map((text) => h("th", { scope: "col" }, text)))),
            h("tbody", {}, devices.map((device) => this.deviceRow(device, me))),
          )
        : h("p", { class: "empty" }, "No electronic board has been heard of yet. Boards are named in the configuration, in a [[boards]] table each."),
    );
    fill(
      this.delays,
      h("h2", {}, "Delay for spectators"),
      h("p", { class: "small" }, "Minutes that an audience sees moves, results and standings later. You see everything at once."),
      h("div", { class: "fields" }, ["public", "trusted"].map((audience) => this.delayField(audience, hall, me))),
    );
    this.renderPeople(me);
  }

  // Boards that should be there, and ports that are of no use: whoever set the hall up must see it.
  renderPorts(ports) {
    fill(
      this.ports,
      ports.length ? h("h2", {}, "Configured and not there") : null,
      ports.length
        ? h(
            "table",
            { class: "devices missing" },
            h("thead", {}, h("tr", {}, ["Board", "Port", "What is wrong"].map((text) => h("th", { scope: "col" }, text)))),
            h(
              "tbody",
              {},
              ports.map((one) =>
                h(
                  "tr",
                  { "data-port": one.port },
                  h("td", {}, one.board === null ? "not configured" : h("strong", {}, `Board ${one.board}`), one.device ? h("span", { class: "small block" }, `serial number ${one.device}`) : null),
                  h("td", { class: "small" }, one.port || ANY_PORT),
                  h(
                    "td",
                    {},
                    h("span", { class: "chip", "data-state": "offline" }, "offline"),
                    one.since ? h("span", { class: "small" }, ` since ${timeText(one.since)}${one.tried ? `, tried ${one.tried} ${one.tried === 1 ? "time" : "times"}` : ""}`) : null,
                    h("span", { class: "conflict-text block" }, one.text),
                  ),
                ),
              ),
            ),
          )
        : null,
    );
  }

  deviceRow(device, me) {
    const input = h("input", {
      type: "number",
      min: "1",
      "data-key": `board-of-${device.device}`,
      "aria-label": `Board where device ${device.device} stands`,
      value: device.board === null ? "" : String(device.board),
      disabled: !me.may_bind || GAMES_FAMILIES.includes(device.family),
    });
    const was = device.board;
    const place = () => {
      const board = input.value === "" ? null : Number(input.value);
      if (board === was) return;
      if (board === null) {
        this.command("bind_board", { board: was, device: null }, `Device ${device.device} was taken away from board ${was}`, () =>
          this.command("bind_board", { board: was, device: device.device }, `Device ${device.device} stands at board ${was} again`));
      } else this.command("bind_board", { board, device: device.device }, `Device ${device.device} stands at board ${board}`);
    };
    return h(
      "tr",
      { "data-device": device.device },
      h("td", {}, h("strong", {}, device.device), device.family ? h("span", { class: "small block" }, `${device.family} ${device.version ?? ""}`) : null),
      h(
        "td",
        {},
        h("span", { class: "chip", "data-state": device.presence === "online" ? "confirmed" : "offline" }, presence(device)),
        h("span", { class: "small" }, ` ${sinceWords(device)}`),
        device.reason ? h("span", { class: "small block" }, device.reason) : null,
        device.warnings.map((text) => h("span", { class: "conflict-text block" }, text)),
      ),
      h("td", { class: "small" }, device.port),
      h("td", {}, h("div", { class: "inline" }, input, h("button", { type: "button", "data-key": `place-${device.device}`, disabled: !me.may_bind, onclick: place }, "Put here"))),
    );
  }

  delayField(audience, hall, me) {
    const now = hall.delays[audience] ?? 0;
    const input = h("input", { type: "number", min: "0", max: "1440", step: "any", "data-key": `delay-${audience}`, value: String(now), disabled: !me.may_manage });
    const set = () => {
      const minutes = Number(input.value);
      if (minutes === now) return;
      this.command("set_delay", { audience, minutes }, `The ${audience} delay is ${minutes} minutes`, () =>
        this.command("set_delay", { audience, minutes: now }, `The ${audience} delay is ${now} minutes again`));
    };
    return h(
      "label",
      { class: "stack" },
      `${audience} (now ${now} min)`,
      h("div", { class: "inline" }, input, h("button", { type: "button", "data-key": `set-${audience}`, disabled: !me.may_manage, onclick: set }, "Set")),
    );
  }

  renderPeople(me) {
    if (!me.may_manage) {
      fill(this.people);
      return;
    }
    const name = h("input", { "data-key": "invite-name", maxlength: "80", placeholder: "Name", "aria-label": "Name" });
    const role = h("select", { "data-key": "invite-role", "aria-label": "Role" }, ROLES.map(([value, label]) => h("option", { value }, label)));
    const invite = async () => {
      try {
        const made = await post("/api/invitations", { name: name.value, role: role.value });
        this.link = made.link;
        this.hereOnly = made.here_only;
        this.renderPeople(me);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        toast(error.message, { problem: true });
      }
    };
    fill(
      this.people,
      h("h2", {}, "Let somebody in"),
      h("p", { class: "small" }, "A link signs one person in, once, within 15 minutes. Their name stands beside everything they do."),
      h("div", { class: "inline" }, name, role, h("button", { type: "button", "data-key": "invite", onclick: invite }, "Make a link")),
      this.link ? h("p", {}, h("code", { class: "link" }, this.link)) : null,
      this.link && this.hereOnly
        ? h(
            "div",
            { class: "box problem-box", id: "here-only" },
            h("strong", {}, "This link works on this computer alone, not on a phone."),
            h("p", {}, "The arbiter's pages are served to this computer only. To let phones in, write this into the hall's configuration and start the program again:"),
            h("pre", {}, '[arbiter]\nhost = "0.0.0.0"'),
            h("p", { class: "small" }, "Then anybody in the same network can reach the sign-in page, and what is sent is not encrypted: use a network of your own."),
          )
        : null,
    );
  }
}
