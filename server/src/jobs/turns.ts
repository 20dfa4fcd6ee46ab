import { addTo } from '#server/lib/add-to.ts';
import type { ClaimedJob } from './repo.ts';

/** The payload of a job whose askers take turns. `asked_by`: who causes it, as a key that names nobody; jobs without come behind
 * the first of each. */
export type Asked = { asked_by?: string };
/** `each`: jobs of one asker running at a time. */
export type TurnRule = { each: number };
/** `after`: who was served last. */
export type TurnState = TurnRule & { after: string; running: string[]; counts: number[] };

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
    return { ...this.#rule, after: this.#after, running, counts };
  }

  begin(jobs: readonly Pick<ClaimedJob, 'payload' | 'place'>[]): void {
    for (const { payload } of jobs.toSorted((one, other) => one.place - other.place)) {
      const asker = askerOf(payload);
      if (asker === undefined) continue;
      addTo(this.#running, asker, 1);
      this.#after = asker;
    }
  }

  end({ payload }: Pick<ClaimedJob, 'payload'>): void {
    const asker = askerOf(payload);
    if (asker !== undefined) addTo(this.#running, asker, -1);
  }
}
