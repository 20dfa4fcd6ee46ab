import { addTo } from '#server/lib/add-to.ts';
import type { ClaimedJob } from './repo.ts';

/** The payload of a job whose askers take turns. `asked_by`: who causes it, as a key that names nobody; jobs without come behind
 * the first of each. */
export type Asked = { asked_by?: string };
/** `each`: jobs of one asker running at a time. A job that runs for longer than `aside.afterMs` stands aside: it leaves its place to
 * others, up to `aside.max` of them, and its asker has no second one meanwhile. */
export type TurnRule = { each: number; aside?: { afterMs: number; max: number } };
/** `after`: who was served last. */
export type TurnState = Pick<TurnRule, 'each'> & { after: string; running: string[]; counts: number[] };

const askerOf = ({ asked_by: asker }: Asked): string | undefined => asker;

/** Whose turn it is among those who cause the jobs of a kind: whoever causes many, or slow ones, waits for them alone. */
export class Turns {
  readonly #rule: TurnRule;
  readonly #running = new Map<string, number>();
  #after = '';

  constructor(rule: TurnRule) {
    this.#rule = rule;
  }

  get state(): TurnState {
    const [running, counts] = [[...this.#running.keys()], [...this.#running.values()]];
    return { each: this.#rule.each, after: this.#after, running, counts };
  }

  get aside(): TurnRule['aside'] {
    return this.#rule.aside;
  }

  begin(jobs: readonly Pick<ClaimedJob, 'payload' | 'place'>[]): void {
    for (const { payload } of jobs.toSorted((one, other) => one.place - other.place)) {
      const asker = askerOf(payload);
      if (asker === undefined) continue;
      addTo(this.#running, asker, 1);
      this.#after = asker;
    }
  }

  /** It counts for as many as its asker may have. */
  standAside({ payload }: Pick<ClaimedJob, 'payload'>): void {
    const asker = askerOf(payload);
    if (asker !== undefined) addTo(this.#running, asker, this.#rule.each - 1);
  }

  end({ payload }: Pick<ClaimedJob, 'payload'>, stoodAside: boolean): void {
    const asker = askerOf(payload);
    if (asker !== undefined) addTo(this.#running, asker, stoodAside ? -this.#rule.each : -1);
  }
}
