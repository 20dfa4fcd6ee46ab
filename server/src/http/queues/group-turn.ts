import { createInTurn, type InTurn } from './in-turn.ts';

/** `group`: the key that the limit applies to, such as `turnKey` of a network address or an event id. */
export type GroupTurn = <T>(asker: { userId: string; group: string }, work: () => Promise<T>) => Promise<T>;

/** @param running tasks at once in one group. Within a group the person served least is next. Never refuses. */
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
