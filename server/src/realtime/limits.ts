import { ACCESS_LOSS_MAX_MS, HEARTBEAT_INTERVAL_MS, PUSH_TIMEOUT_MS } from '@hereabouts/contract/realtime';

/** What one socket, one person and one outage may cost; tests put smaller numbers in place. */
export type RealtimeLimits = typeof REALTIME_LIMITS;

export const REALTIME_LIMITS = {
  messageMaxBytes: 65_536 as number,
  topicsPerSocket: 200 as number,
  socketsPerUser: 50 as number,
  /** Messages a socket may send at once: enough to join every topic again after a reconnect. */
  messageBurst: 300 as number,
  messagesPerSecond: 30 as number,
  /** Messages answered with `rate_limited` before the socket is closed. */
  floodMessages: 200 as number,
  /** Counted for a session over all its sockets: ten tabs that come back every few seconds stay below it. */
  joinsPerMinute: 1_200 as number,
  /** Questions for access being asked of the database, in the process and for one person; people take turns. */
  questions: 24 as number,
  questionsPerUser: 4 as number,
  /** Questions of one person asked or waiting; a further join is refused, a further recheck ends its channel. */
  questionsWaitingPerUser: 1_000 as number,
  /** Bytes kept for a slow reader, and for a channel whose access is being asked for. */
  sendBufferMaxBytes: 1_048_576 as number,
  heldMaxBytes: 1_048_576 as number,
  /**
   * A silent peer is pinged by the WebSocket itself, because browsers delay the heartbeats of hidden pages to once a
   * minute but always answer a ping; who answers neither is gone.
   */
  pingAfterMs: HEARTBEAT_INTERVAL_MS * 1.5,
  idleTimeoutMs: HEARTBEAT_INTERVAL_MS * 2.5,
  /** Shorter than the client's own patience, so that it gets an answer rather than a time-out. */
  joinTimeoutMs: PUSH_TIMEOUT_MS - 1_000,
  /** How long after its message a join is answered `not_found`: see `NOT_FOUND_AFTER_MS`. The app sets it. */
  notFoundAfterMs: 0 as number,
  recheckTimeoutMs: ACCESS_LOSS_MAX_MS - 500,
  /** How long a peer may take to answer a close before its socket is cut. */
  closeGraceMs: 2_000 as number,
  /** Sockets are closed evenly over this time when the process stops, so that they do not all come back at once. */
  drainMs: 3_000 as number,
  /** After so long without the bus, losses of access elsewhere could go unseen: sockets are closed. */
  busOutageMaxMs: ACCESS_LOSS_MAX_MS - 500,
};
