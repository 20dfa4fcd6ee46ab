/** Query parameter `version` of a connection; others are refused. Increment it for changes older clients cannot read. */
export const REALTIME_VERSION = 2;
/** Phoenix channels v2, at `/realtime/websocket`. */
export const REALTIME_PATH = '/realtime';
/** The access token is a WebSocket subprotocol beside `phoenix`, never in the URL. */
export const TOKEN_SUBPROTOCOL_PREFIX = 'base64url.bearer.phx.';

export const SEND_TIMEOUT_MS = 10_000;
export const HEARTBEAT_INTERVAL_MS = 30_000;
/** Longest time from a change that takes an access away until its sockets have left the topic. */
export const ACCESS_LOSS_MAX_MS = 2_000;

/** Heartbeats, the token, and messages about the whole connection. */
export const CONNECTION_TOPIC = 'phoenix';

/** Messages to one person, on all their pages. */
export const userTopic = (userId: string) => `user:${userId}` as const;
/** Hints about an event, to everybody who may see it. */
export const eventTopic = (eventId: number) => `event:${eventId}` as const;
/** Messages of a chat, to everybody who may chat (CHAT-11). */
export const chatTopic = (eventId: number) => `chat:${eventId}` as const;
/** Positions, to participants (LIVE-02). */
export const liveTopic = (eventId: number) => `live:${eventId}` as const;

export const CONNECTION_ERRORS = ['unauthenticated', 'unsupported_version', 'too_many_connections'] as const;
export type ConnectionError = (typeof CONNECTION_ERRORS)[number];

/** `not_found` (missing or invisible) and `too_many_topics` are final; after the others a client may retry. */
export const JOIN_ERRORS = [
  'not_found',
  'unauthenticated',
  'unavailable',
  'rate_limited',
  'too_many_topics',
] as const;
export type JoinError = (typeof JOIN_ERRORS)[number];
export type SendError = JoinError | 'unknown_event' | 'invalid' | 'not_sharing' | 'not_running';
