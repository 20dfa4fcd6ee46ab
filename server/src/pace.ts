import type { Clock } from './clock.ts';

/** Lets things of one key happen at most once in a while. */
export type Pace<Key, Value> = {
  /** Tells of the value at once, or, too soon after the last one, when the time has passed: then of the latest alone. */
  tell(key: Key, value: Value): void;
  /** Forgets what has not been told. */
  stop(): void;
};

export function createPace<Key, Value>(
  clock: Pick<Clock, 'after'>,
  everyMs: number,
  tell: (key: Key, value: Value) => void,
): Pace<Key, Value> {
  /** Keys told of a moment ago, with what has come since. */
  const resting = new Map<Key, { next: { value: Value } | null; cancel: () => void }>();

  const tellAndRest = (key: Key, value: Value) => {
    const rest = { next: null as { value: Value } | null, cancel: clock.after(everyMs, () => wake()) };
    const wake = () => {
      resting.delete(key);
      if (rest.next !== null) tellAndRest(key, rest.next.value);
    };
    resting.set(key, rest);
    tell(key, value);
  };

  return {
    tell(key, value) {
      const rest = resting.get(key);
      if (rest === undefined) tellAndRest(key, value);
      else rest.next = { value };
    },
    stop() {
      for (const { cancel } of resting.values()) cancel();
      resting.clear();
    },
  };
}
