import { webClock, type WebClock } from './clock.ts';

const REST_MIN_MS = 100;
/** Bounds the rest: a clock set forward would look like slow drawing. */
const REST_MAX_MS = 2_000;
/** A rest lasts this many times as long as drawing the changes before it. */
const REST_FACTOR = 3;
/** Drawing counts as done after this time: a hidden page draws nothing. */
const DRAWN_WITHIN_MS = 1_000;

type Change<State> = (state: State) => State;
/** `count`: how many changes were made in one go. */
type Finish<State> = (state: State, count: number) => State;

export type PaceOptions = {
  clock?: Pick<WebClock, 'now' | 'after'>;
  restMaxMs?: number;
  /** Calls `run` in the frame that draws what has changed. */
  onFrame?: (run: () => void) => void;
};

/** Makes changes in the order of their coming: the first at once, and while more come than the device can draw, several together
 * with a rest before them, so that no crowd of senders keeps a phone from doing anything else. */
export class PacedChanges<State> {
  readonly #apply: (change: Change<State>) => void;
  readonly #clock: Pick<WebClock, 'now' | 'after'>;
  readonly #restMaxMs: number;
  readonly #onFrame: (run: () => void) => void;
  #finish: Finish<State> = (state) => state;
  #waiting: Change<State>[] = [];
  #isBusy = false;

  constructor(apply: (change: Change<State>) => void, options: PaceOptions = {}) {
    const { clock = webClock, restMaxMs = REST_MAX_MS } = options;
    this.#apply = apply;
    this.#clock = clock;
    this.#restMaxMs = restMaxMs;
    this.#onFrame = options.onFrame ?? ((run) => void requestAnimationFrame(run));
  }

  /** `finish` is applied after the changes that are made in one go. */
  finishBy(finish: Finish<State>): void {
    this.#finish = finish;
  }

  add(change: Change<State>): void {
    this.#waiting.push(change);
    if (!this.#isBusy) this.#makeAll();
  }

  #makeAll(): void {
    const changes = this.#waiting;
    this.#waiting = [];
    this.#isBusy = changes.length > 0;
    if (!this.#isBusy) return;
    const startedMs = this.#clock.now();
    this.#apply((state) => {
      const changed = changes.reduce((current, change) => change(current), state);
      return this.#finish(changed, changes.length);
    });
    let isDrawn = false;
    const drawn = () => {
      if (isDrawn) return;
      isDrawn = true;
      cancel();
      const restMs = (this.#clock.now() - startedMs) * REST_FACTOR;
      this.#clock.after(Math.min(this.#restMaxMs, Math.max(REST_MIN_MS, restMs)), () => this.#makeAll());
    };
    const cancel = this.#clock.after(DRAWN_WITHIN_MS, drawn);
    // A timer of the frame runs once its layout has been done.
    this.#onFrame(() => void this.#clock.after(0, drawn));
  }
}
