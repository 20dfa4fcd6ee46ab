import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { person } from './person.ts';
import { cursor, isoTime, pageQuery, uuid } from './values.ts';

export const blockedPerson = z.object({ user: person, blocked_at: isoTime });
export type BlockedPerson = z.infer<typeof blockedPerson>;

export const blockedPage = z.object({
  /** Unnamed ones first (unknown ids, or accounts that have blocked the viewer), then by name. */
  people: z.array(blockedPerson),
  next_cursor: z.nullable(cursor),
});

const params = z.object({ userId: uuid });

export const blockOperations = operations({
  listBlocks: {
    summary: 'List the people the viewer has blocked, by name',
    heavy: true,
    query: pageQuery,
    status: 200,
    response: blockedPage,
  },
  blockUser: {
    summary: 'Block a person: hides the two from each other at once; same response for an unknown id',
    limit: 'revocation',
    params,
    status: 204,
  },
  unblockUser: {
    summary: 'Unblock a person; restores nothing that the block ended',
    params,
    status: 204,
  },
});
