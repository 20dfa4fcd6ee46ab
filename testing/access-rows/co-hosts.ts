import { arrangeEvent, everyUser, PRIVATE_EVENT, type World } from '../access-world.ts';
import type { AccessRow } from './row.ts';

const rows = (who: 'invited' | 'removed'): AccessRow[] =>
  [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: async (world: World) => ({
      params: { eventId: await arrangeEvent(world, isPrivate), userId: world.people[who].id },
    }),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 204 }
      : { ...everyUser(403), creator: 204 },
  }));

export const coHostRows = {
  addCoHost: rows('invited'),
  // Of somebody who is none; stepping down is in features/co-hosts.
  removeCoHost: rows('removed'),
} satisfies Record<string, AccessRow[]>;
