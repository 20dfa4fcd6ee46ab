import { addTo } from '#server/lib/add-to.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';

/** Values remembered: more than flood a queue at a time. */
const SERVED_MAX = 200;

/** `of`: the property of the payload that names who causes a job. `each`: jobs of one of them running at a time. */
export type TurnRule = { of: string; each: number };
/** `served`: lately, the latest last. */
export type TurnState = TurnRule & { served: string[]; running: string[]; counts: number[] };

/** Whose turn it is among those who cause the jobs of a kind: whoever causes many, or slow ones, waits for them alone. */
export class Turns {
  readonly #rule: TurnRule;
  readonly #served = new Set<string>();
  readonly #running = new Map<string, number>();

  constructor(rule: TurnRule) {
    this.#rule = rule;
  }

  get state(): TurnState {
    const [running, counts] = [[...this.#running.keys()], [...this.#running.values()]];
    return { ...this.#rule, served: [...this.#served], running, counts };
  }

  begin(payload: object): void {
    const who = this.#whoOf(payload);
    if (who === null) return;
    addTo(this.#running, who, 1);
    this.#served.delete(who);
    this.#served.add(who);
    dropOldest(this.#served, SERVED_MAX);
  }

  end(payload: object): void {
    const who = this.#whoOf(payload);
    if (who !== null) addTo(this.#running, who, -1);
  }

  #whoOf(payload: object): string | null {
    const who = (payload as Record<string, unknown>)[this.#rule.of];
    return typeof who === 'string' ? who : null;
  }
}
