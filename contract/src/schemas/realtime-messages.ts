import * as z from 'zod/mini';
import { CONNECTION_ERRORS } from '../realtime.ts';
import { chatMessage } from './chat-message.ts';
import { flash } from './flash.ts';
import { meetingPoint } from './meeting-point.ts';
import { isoTime, uuid } from './values.ts';

/** What the server says on a topic, in the past tense. The messages are hints: the client reads again over HTTP. */
export const serverMessages = {
  user: {
    /** A friendship or request with this person was made, accepted or removed. */
    friendship_changed: z.object({ user_id: uuid }),
    /** An event of the viewer's own list was added, changed or taken away. */
    event_list_changed: z.object({ event_id: z.int() }),
    /** The viewer's own account was changed, perhaps on another device. */
    account_changed: z.object({}),
    /** Somebody wrote in a chat of the viewer's; said at most once a second a room. `uncounted` as in chat-progress.ts. */
    chat_advanced: z.object({ event_id: z.int(), last_seq: z.int(), uncounted: z.int() }),
    /** The viewer has read a chat so far, perhaps on another device. */
    chat_read: z.object({ event_id: z.int(), read_seq: z.int(), uncounted: z.int() }),
    /** The viewer's own sharing was started, moved to another device or ended. */
    sharing_changed: z.object({ event_id: z.int() }),
    /** Fill the screen with this colour. */
    flash,
    /** There is something new for the bell, or some of it was read on another device. */
    notifications_changed: z.object({ unread_count: z.int() }),
  },
  event: {
    event_changed: z.object({ event_id: z.int() }),
    /** Somebody answered; not who, for two guests may have blocked each other. */
    rsvp_changed: z.object({ event_id: z.int() }),
  },
  chat: {
    message_added: chatMessage,
    /** Something else than a new message changed (a sender's account is gone, the event was cancelled): read again. */
    chat_changed: z.object({}),
  },
  /** Beside these a binary `frame`, see live-frames.ts. */
  live: {
    /** Who of the viewer's friends takes part or shares has changed: read the live page again. */
    people_changed: z.object({}),
    meeting_point_changed: z.object({ meeting_point: z.nullable(meetingPoint) }),
    /** For the sharing device: whether somebody looks (LIVE-07). */
    watched: z.object({ is_watched: z.boolean() }),
    /** For the person's own pages: the position that the server holds of them, if any; told when it begins, ends or ages. */
    own_position: z.object({ fixed_at: z.nullable(isoTime) }),
    /** The event ended or was cancelled: every position is gone. */
    live_ended: z.object({}),
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

export type UserTopicEvents = {
  [K in keyof typeof serverMessages.user]: z.infer<(typeof serverMessages.user)[K]>;
};
export type EventTopicEvents = {
  [K in keyof typeof serverMessages.event]: z.infer<(typeof serverMessages.event)[K]>;
};
export type ChatTopicEvents = {
  [K in keyof typeof serverMessages.chat]: z.infer<(typeof serverMessages.chat)[K]>;
};
export type LiveTopicEvents = {
  [K in keyof typeof serverMessages.live]: z.infer<(typeof serverMessages.live)[K]>;
};
