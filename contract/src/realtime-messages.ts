import * as z from 'zod/mini';
import { INVITE_STATUSES } from './invite-status.ts';
import { CONNECTION_ERRORS } from './realtime.ts';
import { uuid } from './route.ts';

/** What the server says on a topic, in the past tense. The messages are hints: the client reads again over HTTP. */
export const serverMessages = {
  user: {
    /** A friendship or request with this person was made, accepted or removed. */
    friendship_changed: z.object({ user_id: uuid }),
    /** An event of the viewer's own list was added, changed or taken away. */
    event_list_changed: z.object({ event_id: z.int() }),
    /** The viewer's own account was changed, perhaps on another device. */
    account_changed: z.object({}),
  },
  event: {
    event_changed: z.object({ event_id: z.int() }),
    rsvp_changed: z.object({ event_id: z.int(), user_id: uuid, status: z.enum(INVITE_STATUSES) }),
  },
  /** On any topic: the viewer has lost the right to it; `phx_close` follows. */
  any: { access_lost: z.object({}) },
  /** On `CONNECTION_TOPIC`. */
  connection: {
    /** Send `access_token` with a fresh one, or the connection is refused as unauthenticated when it expires. */
    token_expiring: z.object({}),
    /** The session is over (sign-out here or elsewhere): disconnect, and do not come back with its token. */
    session_ended: z.object({}),
    connection_refused: z.object({ reason: z.enum(CONNECTION_ERRORS) }),
  },
} as const;

/** What a client may send on `CONNECTION_TOPIC`, in the imperative, beside Phoenix's own `heartbeat`. */
export const clientMessages = {
  /** Replaces the token of this socket by a later one of the same session. */
  access_token: z.object({ token: z.string() }),
} as const;

export type UserMessages = {
  [K in keyof typeof serverMessages.user]: z.infer<(typeof serverMessages.user)[K]>;
};
export type EventMessages = {
  [K in keyof typeof serverMessages.event]: z.infer<(typeof serverMessages.event)[K]>;
};
