import type { SemaphoreSize } from '#server/async/semaphore.ts';
import { createInTurn, type InTurn } from './in-turn.ts';

/** `size` limits each `group` separately. Within it the `kind` with the fewest turns is next, then the person with the fewest.
 * @throws HttpError `rate_limited` if `waiting` is limited and others of the group need the place more */
export type GroupTurn = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;
type Asker = { userId: string; group: string; kind?: string };

/** `afterEach`: as in `createInTurn`. */
export function createGroupTurn(size: SemaphoreSize, afterEach?: () => Promise<unknown>): GroupTurn {
  const groups = new Map<string, { inTurn: InTurn; requests: number }>();
  return async ({ userId, group: name, kind }, work) => {
    const group = groups.get(name) ?? { inTurn: createInTurn(size, null, afterEach), requests: 0 };
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
