/** The query parameter `version` of a connection; unknown versions get `connection_refused`. Increment it
 * when older clients cannot read a change. */
export const REALTIME_VERSION = 2;
/** Phoenix channels v2, at `/realtime/websocket`. */
export const REALTIME_PATH = '/realtime';
/** The access token is a WebSocket subprotocol beside `phoenix`, never in the URL. */
export const TOKEN_SUBPROTOCOL_PREFIX = 'base64url.bearer.phx.';

export const PUSH_TIMEOUT_MS = 10_000;
export const HEARTBEAT_INTERVAL_MS = 30_000;
/** Maximum time until a member who lost access is dropped. */
export const ACCESS_LOSS_MAX_MS = 2_000;

/** Heartbeats, the token, and messages about the whole connection. */
export const CONNECTION_TOPIC = 'phoenix';

/** For one person on all devices; nobody else may join. */
export const userTopic = (userId: string) => `user:${userId}` as const;
/** For viewers of the event. */
export const eventTopic = (eventId: number) => `event:${eventId}` as const;
/** For people who can chat (CHAT-11). */
export const chatTopic = (eventId: number) => `chat:${eventId}` as const;
/** For participants (LIVE-02); carries positions. */
export const liveTopic = (eventId: number) => `live:${eventId}` as const;

export const CONNECTION_ERRORS = ['unauthenticated', 'unsupported_version', 'too_many_connections'] as const;
export type ConnectionError = (typeof CONNECTION_ERRORS)[number];

/** `not_found` covers missing and invisible alike; it and `too_many_topics` are final, after the others a
 * client may retry. */
export const JOIN_ERRORS = [
  'not_found',
  'unauthenticated',
  'unavailable',
  'rate_limited',
  'too_many_topics',
] as const;
export type JoinError = (typeof JOIN_ERRORS)[number];
export type PushError = JoinError | 'unknown_event' | 'invalid' | 'not_sharing' | 'not_running';
