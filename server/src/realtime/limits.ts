import { ACCESS_LOSS_MAX_MS, HEARTBEAT_INTERVAL_MS, SEND_TIMEOUT_MS } from '@hereabouts/contract/realtime';

/** A frozen NATS server is noticed by missing answers to pings, at most so long after it froze; see nats-bus.ts. */
export const BUS_LOSS_SEEN_MS = 1_300;

/** Per socket, person, network address and outage; tests use smaller numbers. */
export type RealtimeLimits = typeof REALTIME_LIMITS;

export const REALTIME_LIMITS = {
  /** A join with an access token has 2,000. Each socket can hold as much of an unfinished message. */
  messageMaxBytes: 4_096 as number,
  topicsPerSocket: 200 as number,
  socketsPerUser: 50 as number,
  /** A socket takes some 20 kB and an unfinished message. */
  socketsPerAddress: 4_000 as number,
  /** Topics joined or being joined. One takes some 2 kB, and its message until the join is answered; a page joins three. */
  topicsPerAddress: 12_000 as number,
  /** Enough to rejoin every topic after a reconnect. */
  messageBurst: 300 as number,
  messagesPerSecond: 30 as number,
  /** Messages of a person over all sockets: ten pages rejoin all that they may have joined; a device sends a position a second
   * at each event. */
  userMessageBurst: 3_000 as number,
  userMessagesPerSecond: 100 as number,
  /** Messages of a network address handled in one tick of the event loop; they take some 0.3 ms. */
  messagesPerTick: 50 as number,
  /** Messages answered with `rate_limited` before the socket is closed. */
  floodMessages: 200 as number,
  /** Joins of a session over all its sockets: ten tabs reconnecting every few seconds stay below it. */
  joinsPerMinute: 1_200 as number,
  /** Joins of a person over all sessions; above `joinsPerMinute`, so that one session cannot use all. */
  userJoinsPerMinute: 2_400 as number,
  /** Access checks in flight, in the process and per person; people take turns. */
  questions: 24 as number,
  questionsPerUser: 4 as number,
  /** Access checks of one person in flight or queued; beyond it a join is refused, a recheck ends its channel. */
  questionsWaitingPerUser: 1_000 as number,
  /** Unsent bytes of a slow reader, and held bytes of a channel during an access check. */
  sendBufferMaxBytes: 1_048_576 as number,
  heldMaxBytes: 1_048_576 as number,
  /** A silent peer gets a WebSocket ping: hidden pages send one heartbeat a minute but always answer pings. */
  pingAfterMs: HEARTBEAT_INTERVAL_MS * 1.5,
  idleTimeoutMs: HEARTBEAT_INTERVAL_MS * 2.5,
  /** Below the client's time-out, so that it gets an answer. */
  joinTimeoutMs: SEND_TIMEOUT_MS - 1_000,
  /** Delay of a `not_found` join after its message, see `NOT_FOUND_AFTER_MS`. Set by the app. */
  notFoundAfterMs: 0 as number,
  recheckTimeoutMs: ACCESS_LOSS_MAX_MS - 500,
  closeGraceMs: 2_000 as number,
  /** Spreads the closing of sockets at shutdown, and so their reconnects. */
  drainMs: 3_000 as number,
  /** After so long without the bus sockets are closed: a loss of access elsewhere could go unnoticed. */
  busOutageMaxMs: ACCESS_LOSS_MAX_MS - BUS_LOSS_SEEN_MS,
};
