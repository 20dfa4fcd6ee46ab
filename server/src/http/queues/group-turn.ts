import type { SemaphoreSize } from '#server/async/semaphore.ts';
import { createInTurn, type InTurn } from './in-turn.ts';

/** `group`: the key that the limits apply to, such as `turnKey` of a network address or an event id. `kind`: within a group, kinds of
 * work take turns too. @throws HttpError `rate_limited` where `waiting` is limited and others of the group need the place more */
export type GroupTurn = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;
type Asker = { userId: string; group: string; kind?: string };

/** Limits of each group, in which the person served least is next. */
export function createGroupTurn(size: SemaphoreSize): GroupTurn {
  const groups = new Map<string, { inTurn: InTurn; requests: number }>();
  return async ({ userId, group: name, kind }, work) => {
    const group = groups.get(name) ?? { inTurn: createInTurn(size), requests: 0 };
    groups.set(name, group);
    group.requests += 1;
    try {
      return await group.inTurn(userId, work, kind);
    } finally {
      group.requests -= 1;
      if (group.requests === 0) groups.delete(name);
    }
  };
}
