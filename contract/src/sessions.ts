import { routesOf } from './route.ts';
import type { sessionOperations } from './schemas/sessions.ts';

export type { OwnSession, OwnSessions } from './schemas/sessions.ts';

/** Source: SESS-01. */
export const sessionRoutes = routesOf<typeof sessionOperations>()({
  listSessions: { method: 'GET', path: '/api/me/sessions', access: 'user' },
  endSession: { method: 'DELETE', path: '/api/me/sessions/{sessionId}', access: 'user' },
  endOtherSessions: { method: 'DELETE', path: '/api/me/sessions', access: 'user' },
});
