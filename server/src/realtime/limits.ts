import { ACCESS_LOSS_MAX_MS, HEARTBEAT_INTERVAL_MS, SEND_TIMEOUT_MS } from '@hereabouts/contract/realtime';

/** A frozen NATS server is noticed within this time, by missing answers to pings; see nats-bus.ts. */
export const BUS_LOSS_SEEN_MS = 1_300;

export type RealtimeLimits = typeof REALTIME_LIMITS;

export const REALTIME_LIMITS = {
  /** Bytes, also of an unfinished message. A join takes 2,000. */
  messageMaxBytes: 4_096 as number,
  topicsPerSocket: 200 as number,
  socketsPerUser: 50 as number,
  /** Some 20 kB each, and an unfinished message. */
  socketsPerAddress: 4_000 as number,
  /** Sockets being authenticated or refused: as many as connections that have sent nothing, so that all of them may come back at
   * once. */
  upgradesPerAddress: 1_000 as number,
  /** Topics joined or being joined take some 2 kB each. A page joins three. */
  topicsPerAddress: 12_000 as number,
  messageBurst: 300 as number,
  messagesPerSecond: 30 as number,
  /** Over all sockets: ten pages rejoin all topics; a device sends a position a second at each event. */
  sessionMessageBurst: 3_000 as number,
  sessionMessagesPerSecond: 100 as number,
  /** Above those of a session, so that a stolen one cannot use all. */
  userMessageBurst: 6_000 as number,
  userMessagesPerSecond: 200 as number,
  /** Messages of a network address handled in one tick of the event loop. */
  messagesPerTick: 50 as number,
  /** Messages answered with `rate_limited` before the socket is closed. */
  floodMessages: 200 as number,
  /** Joins of a session: ten tabs that reconnect every few seconds stay below it. */
  joinsPerMinute: 1_200 as number,
  /** Above `joinsPerMinute`, so that one session cannot use all. */
  userJoinsPerMinute: 2_400 as number,
  /** Access checks in flight, per process and per person; people take turns. The first exceeds the number of people in an attack:
   * turns are taken in the queue for the database, and a recheck has 1.5 s for both queues. */
  accessChecks: 128 as number,
  accessChecksPerUser: 4 as number,
  /** Access checks in flight or queued; beyond it a join is refused, a recheck ends its channel. */
  accessChecksWaitingPerUser: 1_000 as number,
  /** Unsent bytes of a slow reader, and bytes of a channel held during a check. */
  sendBufferMaxBytes: 1_048_576 as number,
  heldMaxBytes: 1_048_576 as number,
  /** A silent peer gets a WebSocket ping: hidden pages send one heartbeat a minute but always answer pings. */
  pingAfterMs: HEARTBEAT_INTERVAL_MS * 1.5,
  idleTimeoutMs: HEARTBEAT_INTERVAL_MS * 2.5,
  /** Below the client's time-out, so that it gets an answer. */
  joinTimeoutMs: SEND_TIMEOUT_MS - 1_000,
  /** See `NOT_FOUND_AFTER_MS`. Set by the app. */
  notFoundAfterMs: 0 as number,
  recheckTimeoutMs: ACCESS_LOSS_MAX_MS - 500,
  closeGraceMs: 2_000 as number,
  /** Spreads the closing of sockets, and so their reconnects. */
  drainMs: 3_000 as number,
  /** Without the bus for so long, sockets are closed: a loss of access elsewhere could go unnoticed. */
  busOutageMaxMs: ACCESS_LOSS_MAX_MS - BUS_LOSS_SEEN_MS,
};
