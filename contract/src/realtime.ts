import * as z from 'zod/mini';
import { inviteStatus } from './invite-status.ts';
import { uuid } from './route.ts';

/**
 * Version of the messages below; a client sends it when it connects and is refused when the server no longer speaks it.
 * Raise it when a message changes in a way an older client cannot read.
 */
export const REALTIME_VERSION = 1;
/** The socket speaks Phoenix channels v2 here (`/realtime/websocket`). */
export const REALTIME_PATH = '/realtime';
/** The access token travels as a WebSocket subprotocol with this prefix, beside `phoenix`. */
export const TOKEN_SUBPROTOCOL_PREFIX = 'base64url.bearer.phx.';

/** Source: RT-01. Reconnect after 1, 2, 5, then every 10 s. */
export const RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;
export const PUSH_TIMEOUT_MS = 10_000;
export const HEARTBEAT_INTERVAL_MS = 30_000;
/** A person who loses the right to a topic is dropped from it within this time. */
export const ACCESS_LOSS_MAX_MS = 2_000;

export const userTopic = (userId: string) => `user:${userId}` as const;
export const eventTopic = (eventId: number) => `event:${eventId}` as const;

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
    rsvp_changed: z.object({ event_id: z.int(), user_id: uuid, status: inviteStatus }),
  },
  /** On any topic: the viewer has lost the right to it; `phx_close` follows. */
  any: { access_lost: z.object({}) },
} as const;

export type UserMessages = {
  [K in keyof typeof serverMessages.user]: z.infer<(typeof serverMessages.user)[K]>;
};
export type EventMessages = {
  [K in keyof typeof serverMessages.event]: z.infer<(typeof serverMessages.event)[K]>;
};

/** Why a join is refused. `not_found` covers what does not exist and what the viewer may not see alike. */
export const JOIN_ERRORS = ['not_found', 'unauthenticated', 'unavailable', 'unsupported_version'] as const;
export type JoinError = (typeof JOIN_ERRORS)[number];
