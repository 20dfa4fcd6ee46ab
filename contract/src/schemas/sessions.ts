import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { isoTime, uuid } from './values.ts';

export const ownSession = z.object({
  id: uuid,
  browser: z.nullable(z.string()),
  device: z.nullable(z.string()),
  started_at: isoTime,
  /** Start of that hour (UTC). */
  last_used_at: isoTime,
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

export const ownSessions = z.object({
  /** The current session first, then by last use. */
  sessions: z.array(ownSession),
});
export type OwnSessions = z.infer<typeof ownSessions>;

export const sessionOperations = operations({
  listSessions: {
    summary: "List the viewer's sessions with browser, device, start and last use",
    heavy: true,
    status: 200,
    response: ownSessions,
  },
  endSession: {
    summary: "End one of the viewer's sessions; its requests and sockets stop working within two seconds",
    limit: 'revocation',
    params: z.object({ sessionId: uuid }),
    status: 204,
  },
  endOtherSessions: {
    summary: "End all of the viewer's sessions except the current one",
    limit: 'revocation',
    status: 204,
  },
});
