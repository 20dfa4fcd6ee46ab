/**
 * Version of the messages (realtime-messages.ts); a client sends it as the query parameter `version` when it connects and is told
 * `connection_refused` when the server does not speak it.
 * Raise it when a message changes in a way an older client cannot read.
 */
export const REALTIME_VERSION = 2;
/** The socket speaks Phoenix channels v2 here (`/realtime/websocket`). */
export const REALTIME_PATH = '/realtime';
/** The access token travels as a WebSocket subprotocol with this prefix, beside `phoenix`; never in the address. */
export const TOKEN_SUBPROTOCOL_PREFIX = 'base64url.bearer.phx.';

export const PUSH_TIMEOUT_MS = 10_000;
export const HEARTBEAT_INTERVAL_MS = 30_000;
/** A person who loses the right to a topic is dropped from it within this time. */
export const ACCESS_LOSS_MAX_MS = 2_000;

/** Topic of the connection itself: heartbeats, the token, and what the server says of the connection as a whole. */
export const CONNECTION_TOPIC = 'phoenix';

/** What concerns one person, on all their devices; nobody else may join. */
export const userTopic = (userId: string) => `user:${userId}` as const;
/** Whoever may see the event. */
export const eventTopic = (eventId: number) => `event:${eventId}` as const;
/** Whoever may chat at the event (CHAT-11). */
export const chatTopic = (eventId: number) => `chat:${eventId}` as const;
/** Those who take part in the event (LIVE-02); positions travel here. */
export const liveTopic = (eventId: number) => `live:${eventId}` as const;

/** Why a whole connection is refused; the server closes it at once. */
export const CONNECTION_ERRORS = ['unauthenticated', 'unsupported_version', 'too_many_connections'] as const;
export type ConnectionError = (typeof CONNECTION_ERRORS)[number];

/**
 * Why a join is refused. `not_found` covers what does not exist and what the viewer may not see alike; it and
 * `too_many_topics` are final, after the others a client may try again.
 */
export const JOIN_ERRORS = [
  'not_found',
  'unauthenticated',
  'unavailable',
  'rate_limited',
  'too_many_topics',
] as const;
export type JoinError = (typeof JOIN_ERRORS)[number];
/** Why any other message is answered with an error. */
export type PushError = JoinError | 'unknown_event' | 'invalid' | 'not_sharing' | 'not_running';
