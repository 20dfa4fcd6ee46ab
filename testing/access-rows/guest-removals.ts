import { arrangeEvent, everyUser, PRIVATE_EVENT, type World } from '../access-world.ts';
import { onEvent, type AccessRow } from './row.ts';

/** Not on the list: the events of some tests are shared. */
const NOBODY = '00000000-0000-4000-8000-0000000000ff';

const byHost = (status: number, who: 'nobody' | 'removed' | null): AccessRow[] =>
  [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange:
      who === null
        ? onEvent(isPrivate)
        : async (world: World) => ({
            params: {
              eventId: await arrangeEvent(world, isPrivate),
              userId: who === 'nobody' ? NOBODY : world.people.removed.id,
            },
          }),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: status }
      : { ...everyUser(403), creator: status },
  }));

export const guestRemovalRows = {
  removeGuest: byHost(204, 'nobody'),
  listRemoved: byHost(200, null),
  letBackIn: byHost(204, 'removed'),
} satisfies Record<string, AccessRow[]>;
