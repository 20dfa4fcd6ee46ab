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
    summary: 'The people one has blocked, by name',
    heavy: true,
    query: pageQuery,
    status: 200,
    response: blockedPage,
  },
  blockUser: {
    summary:
      'Block a person: the two stop existing for each other at once, everywhere; answered alike where there is nobody',
    limit: 'revocation',
    params,
    status: 204,
  },
  unblockUser: {
    summary: 'Take a block back; nothing that it ended comes back',
    params,
    status: 204,
  },
});
