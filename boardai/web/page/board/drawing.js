// Boards that users set up: a position of the game on the board, or a board of any shape for a new game.

import { Editor } from "./editor.js";

export class Drawing {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(what: string, fields: object) => void} say  sends the server a message
   */
  constructor(dialog, say) {
    this.editor = new Editor(dialog, (action, board) => this.done(action, board));
    this.say = say;
    this.fields = null; // of the new game that a board is drawn for; null where a position is edited
    this.waits = false; // whether the answer to an edit is waited for
  }

  /** A board for a new game. */
  begin(game, fields) {
    this.fields = fields;
    this.editor.openBoard(game.look, game.players, game.drawn_side);
  }

  /** The position shown. */
  edit(look, seen) {
    this.fields = null;
    this.editor.openPosition(look, seen);
  }

  /** The editor was closed with a board to play on, or to save. */
  done(action, { cells, player }) {
    this.waits = !this.fields;
    if (this.waits) {
      this.say("edit", { cells, player });
      return;
    }
    const { game, seats, clock } = this.fields;
    if (action === "save") this.say("board_file", { game, cells, player });
    else this.say("draw_board", { game, cells, player, seats, clock });
  }
}
