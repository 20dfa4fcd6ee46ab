import { routesOf } from './route.ts';
import type { blockOperations } from './schemas/blocks.ts';

export type { BlockedPerson } from './schemas/blocks.ts';

export const BLOCK_TEXTS = {
  self: 'You cannot block yourself',
} as const;

/** Source: SAFE-01. */
export const blockRoutes = routesOf<typeof blockOperations>()({
  listBlocks: { method: 'GET', path: '/api/me/blocks', access: 'any_user' },
  blockUser: { method: 'PUT', path: '/api/me/blocks/{userId}', access: 'any_user' },
  unblockUser: { method: 'DELETE', path: '/api/me/blocks/{userId}', access: 'any_user' },
});
