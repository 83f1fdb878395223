// Sounds of moves and of the end of a game, synthesised by the browser; off until switched on.

const KEPT = "sounds";
// Hertz, and the duration of each tone in seconds.
const TONES = { move: [[330, 0.07]], check: [[440, 0.07], [660, 0.09]], end: [[392, 0.12], [330, 0.12], [262, 0.25]] };
const LOUD = 0.12;

export class Sounds {
  /** @param {HTMLButtonElement} button  switches them on and off */
  constructor(button) {
    this.button = button;
    this.isOn = localStorage.getItem(KEPT) === "on";
    button.addEventListener("click", () => {
      this.isOn = !this.isOn;
      localStorage.setItem(KEPT, this.isOn ? "on" : "off");
      this.show();
      this.play("move");
    });
    this.show();
  }

  show() {
    this.button.setAttribute("aria-pressed", this.isOn);
  }

  /** The position shown is followed by another one. */
  moved(position, isOver) {
    this.play(isOver ? "end" : position.alarms.length ? "check" : "move");
  }

  play(what) {
    if (!this.isOn) return;
    this.context ??= new AudioContext();
    let at = this.context.currentTime;
    for (const [pitch, seconds] of TONES[what]) {
      const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(LOUD, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(volume).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds;
    }
  }
}
