import { arrangeEvent, everyUser, PRIVATE_EVENT, type World } from '../access-world.ts';
import type { AccessRow } from './row.ts';

const NOBODY = '00000000-0000-4000-8000-0000000000ff';

const rows = (who: 'invited' | null): AccessRow[] =>
  [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: async (world: World) => ({
      params: {
        eventId: await arrangeEvent(world, isPrivate),
        userId: who === null ? NOBODY : world.people[who].id,
      },
    }),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 204 }
      : { ...everyUser(403), creator: 204 },
  }));

export const coHostRows = {
  addCoHost: rows('invited'),
  // Of somebody who is none; stepping down is in features/co-hosts.
  removeCoHost: rows(null),
} satisfies Record<string, AccessRow[]>;
