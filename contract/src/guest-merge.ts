import { routesOf } from './route.ts';
import type { guestMergeOperations } from './schemas/guest-merge.ts';

export const GUEST_MERGE_TEXTS = {
  guestIsGone: 'That guest is no longer on the list',
} as const;

/** Source: GUEST-04. */
export const guestMergeRoutes = routesOf<typeof guestMergeOperations>()({
  mergeGuest: { method: 'POST', path: '/api/me/merged-guest', access: 'user' },
});
