import { createHeadingFilter, type Heading } from './heading-filter.ts';
import {
  readingOfEvent,
  readingOfMovement,
  readingOfSensor,
  type HeadingReading,
  type Movement,
  type OrientationAngles,
} from './reading.ts';

/** `unasked`: iOS needs a tap before its prompt. `searching`: nothing has come yet. `none`: no compass, or only relative
 * angles. `lost`: a heading was known and nothing has come since. */
export type HeadingState =
  | { readonly kind: 'unknown' | 'unasked' | 'denied' | 'searching' | 'none' | 'lost' }
  | ({ readonly kind: 'known' } & Heading);

type SensorLike = EventTarget & {
  readonly quaternion: readonly number[] | null;
  start(): void;
  stop(): void;
};

export type HeadingParts = {
  events: EventTarget;
  /** A new `AbsoluteOrientationSensor`; null if unsupported. Throws without permission. */
  openSensor: (() => SensorLike) | null;
  /** iOS: opens the prompt; null elsewhere. */
  requestPermission: (() => Promise<'granted' | 'denied'>) | null;
  /** Whether no prompt is needed; unknown on iOS. */
  isAllowed: () => Promise<boolean>;
  screenAngle: () => number;
  nowMs: () => number;
  every: (intervalMs: number, run: () => void) => () => void;
  /** Before the next picture is drawn; at most once each. */
  nextFrame: (run: () => void) => () => void;
};

/** Where no permission is needed, events begin at once, even if empty; only iOS sends none before it is asked. */
export const ASK_AFTER_MS = 600;
/** Sensors that exist have spoken within this time. */
export const FIRST_HEADING_WITHIN_MS = 2_500;
const CHECK_EVERY_MS = 250;
const ABSOLUTE_EVENT = 'deviceorientationabsolute';
/** Absolute in Firefox, with a compass in Safari, relative elsewhere. */
const ORIENTATION_EVENT = 'deviceorientation';

/** The device's compass from any source. Runs only while used; notifies listeners at most once a frame. */
export class HeadingWatch {
  readonly #parts: HeadingParts;
  readonly #listeners = new Set<() => void>();
  #filter = createHeadingFilter();
  #state: HeadingState = { kind: 'unknown' };
  #holders = 0;
  #stop: (() => void) | null = null;
  #startedAtMs = 0;
  /** Any event at all: no prompt is needed. */
  #isTold = false;
  #isAsked = false;
  /** iOS keeps a refusal, and stays quite still. */
  #isRefused = false;
  #cancelFrame: (() => void) | null = null;
  /** Sources that may still speak; none left: there is no compass. */
  readonly #hopes = new Set<string>();

  constructor(parts: HeadingParts) {
    this.#parts = parts;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly snapshot = (): HeadingState => this.#state;

  /** Wants headings without ever opening a prompt; the returned function ends it. */
  hold(): () => void {
    this.#holders += 1;
    this.#follow();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holders -= 1;
      // The next render may use it too.
      queueMicrotask(() => this.#follow());
    };
  }

  /** Opens the question of iOS. To be called from a tap. */
  async ask(): Promise<void> {
    const { requestPermission, nowMs } = this.#parts;
    if (requestPermission === null) return;
    const answer = await requestPermission().catch(() => 'denied' as const);
    this.#isAsked = true;
    this.#isRefused = answer === 'denied';
    this.#startedAtMs = nowMs();
    this.#set({ kind: this.#isRefused ? 'denied' : 'searching' });
  }

  /** The course over ground of a fix replaces a missing compass, for as long as it is new. */
  receiveMovement(movement: Movement, takenAtMs: number): void {
    const reading = readingOfMovement(movement, Math.min(takenAtMs, this.#parts.nowMs()));
    if (reading && this.#stop) this.#receive(reading);
  }

  #follow(): void {
    if (this.#holders > 0 && this.#stop === null) this.#start();
    else if (this.#holders === 0) {
      this.#stop?.();
      this.#stop = null;
    }
  }

  #start(): void {
    const { events, nowMs, every } = this.#parts;
    this.#filter = createHeadingFilter();
    this.#startedAtMs = nowMs();
    this.#isTold = false;
    this.#hopes.clear();
    for (const name of [ABSOLUTE_EVENT, ORIENTATION_EVENT]) {
      this.#hopes.add(name);
      events.addEventListener(name, this.#oriented);
    }
    const stopSensor = this.#startSensor();
    const stopChecking = every(CHECK_EVERY_MS, this.#check);
    this.#set({ kind: this.#isRefused ? 'denied' : 'searching' });
    void this.#spareQuestion();
    this.#stop = () => {
      for (const name of [ABSOLUTE_EVENT, ORIENTATION_EVENT])
        events.removeEventListener(name, this.#oriented);
      stopSensor();
      stopChecking();
      this.#cancelFrame?.();
      this.#cancelFrame = null;
      this.#state = { kind: 'unknown' };
    };
  }

  #startSensor(): () => void {
    const { openSensor, screenAngle, nowMs } = this.#parts;
    if (openSensor === null) return () => {};
    try {
      const sensor = openSensor();
      this.#hopes.add('sensor');
      const read = () => {
        const reading = readingOfSensor(sensor.quaternion, screenAngle(), nowMs());
        if (reading) this.#receive(reading);
      };
      const failed = () => this.#giveUp('sensor');
      sensor.addEventListener('reading', read);
      sensor.addEventListener('error', failed);
      sensor.start();
      return () => {
        sensor.removeEventListener('reading', read);
        sensor.removeEventListener('error', failed);
        sensor.stop();
      };
    } catch {
      this.#hopes.delete('sensor');
      return () => {};
    }
  }

  readonly #oriented = (event: Event): void => {
    const reading = readingOfEvent(
      event as Event & OrientationAngles,
      this.#parts.screenAngle(),
      this.#parts.nowMs(),
    );
    this.#isTold = true;
    if (reading) this.#receive(reading);
    // An empty or relative event means no compass.
    else this.#giveUp(event.type);
  };

  #receive(reading: HeadingReading): void {
    this.#isTold = true;
    this.#filter.push(reading);
    this.#cancelFrame ??= this.#parts.nextFrame(() => {
      this.#cancelFrame = null;
      this.#check();
    });
  }

  #giveUp(source: string): void {
    if (this.#hopes.delete(source)) this.#check();
  }

  readonly #check = (): void => {
    const nowMs = this.#parts.nowMs();
    const heading = this.#filter.read(nowMs);
    const before = this.#state;
    const { kind } = before;
    if (heading) this.#set({ kind: 'known', ...heading });
    // A person standing still has no course; the missing compass was known.
    else if (before.kind === 'known') this.#set({ kind: before.source === 'course' ? 'none' : 'lost' });
    else if ((kind === 'unasked' || kind === 'denied') && this.#isTold) this.#search();
    else if (kind === 'searching') {
      const sinceMs = nowMs - this.#startedAtMs;
      if (this.#isToBeAsked() && sinceMs >= ASK_AFTER_MS) this.#set({ kind: 'unasked' });
      else if (this.#hopes.size === 0 || sinceMs >= FIRST_HEADING_WITHIN_MS) this.#set({ kind: 'none' });
    }
  };

  #isToBeAsked(): boolean {
    return this.#parts.requestPermission !== null && !this.#isAsked && !this.#isTold;
  }

  async #spareQuestion(): Promise<void> {
    if (!this.#isToBeAsked() || !(await this.#parts.isAllowed())) return;
    this.#isAsked = true;
    if (this.#state.kind === 'unasked') this.#search();
  }

  #search(): void {
    this.#startedAtMs = this.#parts.nowMs();
    this.#set({ kind: 'searching' });
  }

  #set(state: HeadingState): void {
    if (state.kind === this.#state.kind && state.kind !== 'known') return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
