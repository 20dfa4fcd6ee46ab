import * as z from 'zod/mini';
import { person } from './person.ts';
import { cursor, isoTime, pageQuery, route, uuid } from './route.ts';

export const BLOCK_MESSAGES = {
  self: 'You cannot block yourself',
  tooMany: 'You have blocked too many people who are not here. Please unblock some first.',
} as const;

export const blockedPerson = z.object({ user: person, blocked_at: isoTime });
export type BlockedPerson = z.infer<typeof blockedPerson>;

export const blockedPage = z.object({
  /**
   * Those without a name first; most of them were nobody for the viewer, because the account is gone or has blocked
   * the viewer, and nothing tells which. The others by name.
   */
  people: z.array(blockedPerson),
  next_cursor: z.nullable(cursor),
});
export type BlockedPage = z.infer<typeof blockedPage>;

const params = z.object({ userId: uuid });

/** Source: SAFE-01. */
export const blockRoutes = {
  listBlocks: route({
    method: 'GET',
    path: '/api/me/blocks',
    summary: 'The people one has blocked, by name',
    access: 'user',
    query: pageQuery,
    status: 200,
    response: blockedPage,
  }),
  blockUser: route({
    method: 'PUT',
    path: '/api/me/blocks/{userId}',
    summary:
      'Block a person: the two stop existing for each other at once, everywhere; answered alike where there is nobody',
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
