import type { ConnectionState } from './client.ts';

/** `noticed`: shown. `long`: polling over HTTP (RT-03). */
export type Outage = 'none' | 'noticed' | 'long';

export const NOTICED_AFTER_MS = 3_000;
export const LONG_AFTER_MS = 15_000;
/** Some networks let a socket open only to close it: one that is younger ends no outage. */
export const STABLE_AFTER_MS = 1_000;

type Parts = {
  state: () => ConnectionState;
  watchState: (watcher: () => void) => () => void;
  after: (delayMs: number, run: () => void) => () => void;
};

/** How long a page that should have a socket has had none. */
export class OutageWatch {
  readonly #parts: Parts;
  readonly #watchers = new Set<() => void>();
  #outage: Outage = 'none';
  #stops: (() => void)[] = [];
  #stopSettling = () => {};
  #isLate = false;
  /** Until an attempt fails or a socket is lost, the first one's scripts may still be loading. */
  #hasFailed = false;
  #noneWhenHidden = true;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.watchState(() => this.#look());
  }

  get outage(): Outage {
    return this.#outage;
  }

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Told whenever the page is hidden or shown. Timers may sleep while it is hidden: an outage that begins then begins anew. */
  setShown(isShown: boolean): void {
    if (!isShown) this.#noneWhenHidden = this.#outage === 'none';
    else if (this.#noneWhenHidden) this.restart();
  }

  /** The device is online again: its time offline does not count. */
  restart(): void {
    if (this.#stops.length === 0) return;
    this.#end();
    this.#look();
  }

  #look(): void {
    const state = this.#parts.state();
    this.#stopSettling();
    if (state === 'idle' || state === 'outdated') {
      this.#hasFailed = false;
      return this.#end();
    }
    if (state === 'open') {
      this.#hasFailed = true;
      if (this.#outage === 'none') return this.#end();
      this.#stopSettling = this.#parts.after(STABLE_AFTER_MS, () => this.#end());
      return;
    }
    if (state === 'waiting') this.#hasFailed = true;
    if (this.#stops.length === 0) this.#begin();
    else if (this.#isLate && this.#outage === 'none') this.#notice();
  }

  #begin(): void {
    const { after } = this.#parts;
    this.#stops = [
      after(NOTICED_AFTER_MS, () => {
        this.#isLate = true;
        this.#notice();
      }),
      after(LONG_AFTER_MS, () => this.#set('long')),
    ];
  }

  #notice(): void {
    if (this.#hasFailed) this.#set('noticed');
  }

  #end(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#isLate = false;
    this.#set('none');
  }

  #set(outage: Outage): void {
    if (outage === this.#outage) return;
    this.#outage = outage;
    for (const watcher of this.#watchers) watcher();
  }
}
