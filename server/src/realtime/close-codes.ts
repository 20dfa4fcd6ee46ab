/** RFC 6455 and, above 4000, codes of this product. Clients may reconnect after each. */
export const CLOSE_CODES = {
  textOnly: 1003,
  malformed: 1007,
  flooding: 1008,
  restarting: 1012,
  /** A slow reader, or the bus is unreachable. */
  tryLater: 1013,
  refused: 4001,
  sessionEnded: 4002,
} as const;
