import * as z from 'zod/mini';
import { CONNECTION_ERRORS } from '../realtime.ts';
import { chatMessage } from './chat-message.ts';
import { beacon } from './beacon.ts';
import { meetingPoint } from './meeting-point.ts';
import { isoTime, uuid } from './values.ts';

/** Messages of the server, by topic. They are hints: the client refetches over HTTP. */
export const serverMessages = {
  user: {
    friendship_changed: z.object({ user_id: uuid }),
    /** The viewer's own answer, invitation or event. */
    event_list_changed: z.object({ event_id: z.int() }),
    account_changed: z.object({}),
    /** At most once per second and room. `uncounted` as in chat-progress.ts. */
    chat_advanced: z.object({ event_id: z.int(), last_seq: z.int(), uncounted: z.int() }),
    chat_read: z.object({ event_id: z.int(), read_seq: z.int(), uncounted: z.int() }),
    /** The viewer has started or stopped sharing there. */
    sharing_changed: z.object({ event_id: z.int() }),
    flash: beacon,
    notifications_changed: z.object({ unread_count: z.int() }),
  },
  event: {
    /** Everything but answers. */
    event_changed: z.object({ event_id: z.int() }),
    /** At most one in 5 s. Without the guest's id, because two guests may have blocked each other. */
    rsvp_changed: z.object({ event_id: z.int() }),
  },
  chat: {
    message_added: chatMessage,
    /** By its author, a host or the operator (OPS-12). `removed_count` as in chat.ts. */
    message_removed: z.object({ message: chatMessage, removed_count: z.int() }),
    /** Any other change. */
    chat_changed: z.object({}),
  },
  /** Besides these a binary `frame`, see live-frames.ts. */
  live: {
    /** Participants or sharers among the viewer's friends. */
    people_changed: z.object({}),
    meeting_point_changed: z.object({ meeting_point: z.nullable(meetingPoint) }),
    watched: z.object({ is_watched: z.boolean() }),
    /** For the person's own pages: the fix the server holds; sent when it starts, ends or ages. */
    own_position: z.object({ fixed_at: z.nullable(isoTime) }),
    /** The event is over: drop all positions. */
    live_ended: z.object({}),
  },
  /** The topic is left; what it was about may be gone. */
  any: { access_lost: z.object({}) },
  connection: {
    /** Send `access_token`, or the connection is refused when the token expires. */
    token_expiring: z.object({}),
    /** Signed out: disconnect and do not reconnect with this token. */
    session_ended: z.object({}),
    connection_refused: z.object({ reason: z.enum(CONNECTION_ERRORS) }),
  },
} as const;

/** Messages of a client on `CONNECTION_TOPIC`, besides Phoenix's `heartbeat`. */
export const clientMessages = {
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
