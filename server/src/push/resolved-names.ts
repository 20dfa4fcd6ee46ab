import type { LookupFunction } from 'node:net';
import { SECOND_MS } from '@hereabouts/contract/durations';
import type { Clock } from '#server/clock.ts';

/** Longer than a resolver takes to give up. */
const LOOK_UP_MAX_MS = 30 * SECOND_MS;
const WAITING_MAX = 50;
const RESOLVED_MAX = 10_000;
const SOON = 3;

export type ResolvedNames = {
  /** Starts or queues a look-up for an unknown name. `soon`: few are ahead of it. */
  stateOf(name: string): 'resolved' | 'soon' | 'waiting';
};

/** Anybody can invent names below a push service's, and a failing look-up takes seconds. So nothing waits for the first look-up of
 * a name, and they run one at a time: Node has few threads for them. */
export function createResolvedNames(lookup: LookupFunction, clock: Clock): ResolvedNames {
  const resolved = new Set<string>();
  const waiting = new Set<string>();
  let isLooking = false;

  const lookUpNext = () => {
    const [name] = waiting;
    if (isLooking || name === undefined) return;
    isLooking = true;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      cancel();
      waiting.delete(name);
      isLooking = false;
      lookUpNext();
    };
    const cancel = clock.after(LOOK_UP_MAX_MS, end);
    lookup(name, { all: true }, (error) => {
      if (error === null) resolved.add(name);
      if (resolved.size > RESOLVED_MAX) resolved.delete(resolved.values().next().value ?? name);
      end();
    });
  };

  return {
    stateOf(name) {
      if (resolved.has(name)) return 'resolved';
      if (waiting.has(name) || waiting.size < WAITING_MAX) waiting.add(name);
      const state = waiting.has(name) && waiting.size <= SOON ? 'soon' : 'waiting';
      lookUpNext();
      return resolved.has(name) ? 'resolved' : state;
    },
  };
}
