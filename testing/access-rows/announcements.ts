import { randomUUID } from 'node:crypto';
import { everyUser, PRIVATE_EVENT } from '../access-world.ts';
import { onEvent, type AccessRow } from './row.ts';

const byHost = (body?: () => object): AccessRow[] =>
  [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, () => (body ? { body: body() } : {})),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 204 }
      : { ...everyUser(403), creator: 204 },
  }));

export const announcementRows = {
  announce: byHost(() => ({ id: randomUUID(), message: 'Bring a torch' })),
  takeDownAnnouncement: byHost(),
} satisfies Record<string, AccessRow[]>;
