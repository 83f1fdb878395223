// The socket: it sends and receives messages, and reconnects after a break.

import { address } from "./token.js";

const FIRST_PAUSE = 500; // milliseconds before the first try to come back; each further one waits longer
const LONGEST_PAUSE = 10_000;

/** A connection to the server that this page came from. */
export class Connection {
  /**
   * @param {(message: object) => void} heard  called with every message
   * @param {(up: boolean) => void} changed  called when the connection is established and when it is lost
   */
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.pause = FIRST_PAUSE;
    this.refused = false;
    this.tree = null; // the number of the tree whose positions the page shows
    this.open();
  }

  open() {
    const place = new URL(address("socket"), location.href);
    place.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    place.hash = "";
    this.socket = new WebSocket(place);
    this.socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      if (message.say === "refused") this.refused = true;
      if (message.say === "welcome") {
        this.pause = FIRST_PAUSE;
        this.changed(true);
      }
      this.heard(message);
    });
    this.socket.addEventListener("close", () => {
      this.changed(false);
      if (this.refused) return;
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
    });
  }

  /**
   * Sends a message. Without a connection it is dropped, because the server sends the whole state after a reconnection.
   * A position's number is sent with its tree's number, by default `tree`.
   */
  say(what, fields = {}) {
    const of = "node" in fields ? { tree: this.tree } : {};
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: what, ...of, ...fields }));
  }
}
