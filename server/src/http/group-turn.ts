import { createInTurn, type InTurn } from './in-turn.ts';

/** `group`: such as `turnKey` of a network address, or an event. */
export type GroupTurn = <T>(asker: { userId: string; group: string }, work: () => Promise<T>) => Promise<T>;

/** @param running at once, of one group. Its people take turns: those of a venue do not wait for all that one of them has asked
 * before. None is refused. */
export function createGroupTurn(running: number): GroupTurn {
  const groups = new Map<string, { inTurn: InTurn; requests: number }>();
  return async ({ userId, group: name }, work) => {
    const group = groups.get(name) ?? { inTurn: createInTurn({ running, waiting: Infinity }), requests: 0 };
    groups.set(name, group);
    group.requests += 1;
    try {
      return await group.inTurn(userId, work);
    } finally {
      group.requests -= 1;
      if (group.requests === 0) groups.delete(name);
    }
  };
}
