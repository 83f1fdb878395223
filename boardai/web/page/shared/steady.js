// Redrawing that waits while a mouse button or a finger is down, so that the pressed element exists until the click.

const CLICK = 100; // milliseconds after the button was let go until the click has come

export class Steady {
  /** @param {HTMLElement} place  the element that is redrawn */
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

  /** Draws now, or when nothing is pressed any more; of several drawings only the last is done. */
  draw(drawing) {
    if (this.presses) this.waiting = drawing;
    else drawing();
  }

  /** Draws now: the pressed element belongs to something that no longer exists. */
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
