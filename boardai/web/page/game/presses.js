// The actions of the buttons next to the board, and of the corresponding keys.

import { at } from "../shared/elements.js";
import { PERSON } from "../shared/status.js";
import { back, forth } from "./walking.js";

/**
 * The actions by the names of the buttons.
 * @param {{standing: Function, go: Function, offered: Function, say: Function, pick: Function}} page  the state of the page,
 * and its actions: show another position, send the server a message, ask the user
 * @param {object} parts  of the page
 */
export function pressesOf({ standing, go, offered, say, pick }, parts) {
  const { about, analysis, board, drawing, explanation, lines, setup, turned } = parts;

  /** The player that the visitor is. */
  function playing() {
    const { room, seen } = standing();
    const mine = room.yours.filter((player) => room.seats[player] === PERSON);
    return mine.includes(seen.player) ? seen.player : mine[0];
  }

  const forward = () => {
    const { room, seen, left } = standing();
    go(forth(room, seen, left));
  };
  return {
    "new-game": () => setup.open(standing().room?.look.offer),
    undo: () => go(back(standing().room, standing().seen)),
    redo: forward,
    first: () => go(0),
    previous: () => go(standing().room.nodes.get(standing().seen.node).parent),
    next: forward,
    last: () => go(standing().room.nodes.end(standing().seen.node)),
    "line-more": () => lines.open({ ...standing().room }, standing().seen.node, at("line-more")),
    hint: () => say("hint", { node: standing().seen.node }),
    flip: () => {
      board.flip();
      turned();
      analysis.draw();
    },
    marks: () => {
      board.byHand.turn(!board.byHand.isOn);
      at("marks").setAttribute("aria-pressed", board.byHand.isOn);
    },
    resume: () => say("resume"),
    draw: () => say("draw"),
    claim: () => say("claim"),
    resign: () => {
      const player = playing();
      pick("Resign this game?", [{ label: "Resign", value: "1" }], () => say("resign", { player }), "Play on");
    },
    "take-back": () => say("take_back"),
    rematch: () => say("rematch"),
    invite: () => say("invite", { player: 1 - standing().seen.player }),
    "offer-seat": () => say("invite", { player: 1 - standing().seen.player, to_all: true }),
    edit: () => drawing.edit(standing().room.look, standing().seen),
    describe: () => about.open(standing().room.look.players, standing().room.names, standing().form.longest_name),
    review: () => say("review"),
    explain: () => explanation.open(standing().seen, standing().room.look, board.flipped, offered().trees),
    copy: () => {
      const { text } = standing().seen;
      navigator.clipboard?.writeText(text).catch(() => {});
      at("advice").textContent = text;
    },
  };
}
