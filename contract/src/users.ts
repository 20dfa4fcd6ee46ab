import { routesOf } from './route.ts';
import type { userOperations } from './schemas/users.ts';

export type { ContactVisibility, Me, Relationship, SharedEvent, UserProfile } from './schemas/users.ts';

export const NO_NAME = 'Unnamed User';
export const personName = (person: { name: string } | null | undefined): string => person?.name || NO_NAME;

export const NAME_EMPTY_MESSAGE = 'Name cannot be empty';

export const CONTACT_VISIBILITIES = ['everyone', 'friends'] as const;

export const RELATIONSHIPS = ['not_connected', 'request_sent', 'request_received', 'friends'] as const;

/** Source: PROF-01 to PROF-07, USER-01 to USER-12, CONT-12. */
export const userRoutes = routesOf<typeof userOperations>()({
  getMe: { method: 'GET', path: '/api/me', access: 'any_user' },
  updateMe: { method: 'PATCH', path: '/api/me', access: 'any_user' },
  /** Source: HOME-24. */
  recordFirstSteps: { method: 'PATCH', path: '/api/me/first-steps', access: 'user' },
  getUser: { method: 'GET', path: '/api/users/{userId}', access: 'user' },
});
