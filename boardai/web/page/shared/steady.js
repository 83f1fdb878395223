// Redrawing that waits while a mouse button or a finger is down, so that what was pressed is still there for the click.

const CLICK = 100; // milliseconds after the button was let go until the click has come

export class Steady {
  /** @param {HTMLElement} place  what is redrawn */
  constructor(place) {
    this.presses = 0;
    this.waiting = null;
    place.addEventListener("pointerdown", () => {
      this.presses += 1;
      const ends = new AbortController();
      const end = () => {
        ends.abort();
        setTimeout(() => this.release(), CLICK);
      };
      for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { signal: ends.signal });
    });
  }

  /** Draws now, or once nothing is pressed any more; then the last of several drawings alone. */
  draw(drawing) {
    if (this.presses) this.waiting = drawing;
    else drawing();
  }

  /** Draws now: what is pressed is of something that is gone. */
  drawAnew(drawing) {
    this.waiting = null;
    drawing();
  }

  release() {
    this.presses -= 1;
    if (this.presses || !this.waiting) return;
    const drawing = this.waiting;
    this.waiting = null;
    drawing();
  }
}
