import type { Queryable } from '#server/db/database.ts';
import { endOfUser, recheckOf, recheckOfPeople } from '#server/realtime/control.ts';
import type { Bus } from '#server/realtime/bus.ts';
import type { Effects } from './effects.ts';
import type { Effect } from './order.ts';

export type Keep = (tx: Queryable, after: Effects) => Promise<void>;

/** Stores the access losses of a change in its transaction. Call it at the end: what is collected later is not stored. */
export function createKeep(bus: Pick<Bus, 'keep'>): Keep {
  return async (tx, after) => {
    const losses = after.list().flatMap((effect, index) => {
      const loss = accessLossOf(effect);
      return loss === null ? [] : [{ ...loss, key: after.keyOf(index) }];
    });
    if (losses.length > 0) await bus.keep(tx, losses);
  };
}

function accessLossOf(effect: Effect) {
  switch (effect.kind) {
    case 'end_user':
      return endOfUser(effect.userId);
    case 'recheck':
      return recheckOf(effect.topic, effect.userIds === null ? undefined : [...effect.userIds]);
    case 'recheck_people':
      return recheckOfPeople(effect.userIds, effect.kinds ?? undefined);
    default:
      return null;
  }
}
