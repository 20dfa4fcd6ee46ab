/** Why the server closes a socket: codes of RFC 6455 and, above 4000, of this product. A client may come back after each. */
export const CLOSE_CODES = {
  textOnly: 1003,
  malformed: 1007,
  flooding: 1008,
  restarting: 1012,
  /** The reader is too slow, or the server cannot reach its peers. */
  tryLater: 1013,
  refused: 4001,
  sessionEnded: 4002,
} as const;
