import { MINUTE_MS } from '@hereabouts/contract/durations';
import { ageMs, type Clock } from '#server/clock.ts';
import { addTo } from '#server/lib/add-to.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import type { ClaimedJob } from './repo.ts';

/** The payload of a job whose askers take turns. `asked_by`: who causes it, as a key that names nobody. Jobs without it come after
 * the first job of each asker. */
export type Asked = { asked_by?: string };
/** `each`: running jobs per asker. `group`: kinds with the same name share these counts. `aside`: a job running longer than
 * `afterMs` stands aside, which gives up its slot; at most `max()` jobs do so at once. Its asker is slow for 10 min: one running
 * job at a time, and none is started while slow askers have `max() / 2` running together. */
export type TurnRule = { each: number; group?: string; aside?: { afterMs: number; max: () => number } };
/** `after`: who was served last. */
export type TurnState = Pick<TurnRule, 'each'> & { after: string; running: string[]; counts: number[] };

const SLOW_FOR_MS = 10 * MINUTE_MS;
const SLOW_MAX = 1_000;

/** State that the kinds of a group share. */
export class Askers {
  readonly running = new Map<string, number>();
  /** When a job of each asker last stood aside. */
  readonly slowAtMs = new Map<string, number>();
  /** Of each kind. */
  readonly wakes: (() => void)[] = [];
  aside = 0;
  claiming: Promise<unknown> = Promise.resolve();
}

const askerOf = ({ asked_by: asker }: Asked): string | undefined => asker;

/** Decides whose turn it is among those who cause the jobs of a kind: many or slow jobs delay only those who cause them. */
export class Turns {
  readonly #rule: TurnRule;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #askers: Askers;
  #after = '';

  constructor(rule: TurnRule, clock: Pick<Clock, 'now'>, askers: Askers) {
    this.#rule = rule;
    this.#clock = clock;
    this.#askers = askers;
  }

  /** The kinds of a group claim one after the other, so that each knows what the others have begun. */
  claim<Job extends Pick<ClaimedJob, 'payload' | 'place'>>(
    take: (state: TurnState) => Promise<Job[]>,
  ): Promise<Job[]> {
    const claimed = this.#askers.claiming.then(async () => {
      const jobs = await take(this.#state());
      this.#begin(jobs);
      return jobs;
    });
    this.#askers.claiming = claimed.catch(() => {});
    return claimed;
  }

  #state(): TurnState {
    const { running, slowAtMs } = this.#askers;
    const counts = new Map(running);
    const slow: string[] = [];
    for (const asker of slowAtMs.keys()) {
      if (this.#isSlow(asker)) slow.push(asker);
      else slowAtMs.delete(asker);
    }
    let left = this.#slowMax();
    for (const asker of slow) left -= running.get(asker) ?? 0;
    for (const asker of slow) addTo(counts, asker, left > 0 ? this.#rule.each - 1 : this.#rule.each);
    return {
      each: this.#rule.each,
      after: this.#after,
      running: [...counts.keys()],
      counts: [...counts.values()],
    };
  }

  get asideAfterMs(): number | null {
    return this.#rule.aside?.afterMs ?? null;
  }

  #begin(jobs: readonly Pick<ClaimedJob, 'payload' | 'place'>[]): void {
    for (const { payload } of jobs.toSorted((one, other) => one.place - other.place)) {
      const asker = askerOf(payload);
      if (asker === undefined) continue;
      addTo(this.#askers.running, asker, 1);
      this.#after = asker;
    }
  }

  /** False if the maximum already stands aside. */
  standAside({ payload }: Pick<ClaimedJob, 'payload'>): boolean {
    if (this.#askers.aside >= this.#asideMax()) return false;
    this.#askers.aside += 1;
    const asker = askerOf(payload);
    if (asker === undefined) return true;
    this.#askers.slowAtMs.delete(asker);
    this.#askers.slowAtMs.set(asker, this.#clock.now());
    dropOldest(this.#askers.slowAtMs, SLOW_MAX);
    return true;
  }

  end({ payload }: Pick<ClaimedJob, 'payload'>, stoodAside: boolean): void {
    const { running, wakes } = this.#askers;
    if (stoodAside) this.#askers.aside -= 1;
    const asker = askerOf(payload);
    if (asker === undefined) return;
    const most = this.#isSlow(asker) ? 1 : this.#rule.each;
    // Others of the same asker may wait for this one.
    const isWaitedFor = (running.get(asker) ?? 0) >= most;
    addTo(running, asker, -1);
    if (isWaitedFor) for (const wake of wakes) wake();
  }

  #asideMax(): number {
    return this.#rule.aside?.max() ?? 0;
  }

  #slowMax(): number {
    return Math.max(1, Math.floor(this.#asideMax() / 2));
  }

  #isSlow(asker: string): boolean {
    const atMs = this.#askers.slowAtMs.get(asker);
    return atMs !== undefined && ageMs(this.#clock.now(), atMs) <= SLOW_FOR_MS;
  }
}
