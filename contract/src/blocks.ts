import * as z from 'zod/mini';
import { isoTime, route, uuid } from './route.ts';
import { person } from './person.ts';

export const BLOCK_MESSAGES = { self: 'You cannot block yourself' } as const;

export const blockedPerson = z.object({ user: person, blocked_at: isoTime });
export type BlockedPerson = z.infer<typeof blockedPerson>;

const params = z.object({ userId: uuid });

/** Source: SAFE-01. */
export const blockRoutes = {
  listBlocks: route({
    method: 'GET',
    path: '/api/me/blocks',
    summary: 'The people one has blocked, by name',
    access: 'user',
    status: 200,
    response: z.object({ people: z.array(blockedPerson) }),
  }),
  blockUser: route({
    method: 'PUT',
    path: '/api/me/blocks/{userId}',
    summary: 'Block a person: the two stop existing for each other at once, everywhere',
    access: 'user',
    params,
    status: 204,
  }),
  unblockUser: route({
    method: 'DELETE',
    path: '/api/me/blocks/{userId}',
    summary: 'Take a block back; nothing that it ended comes back',
    access: 'user',
    params,
    status: 204,
  }),
};
