/** RFC 6455; codes above 4000 are our own. Clients may reconnect after each. */
export const CLOSE_CODES = {
  textOnly: 1003,
  malformed: 1007,
  flooding: 1008,
  restarting: 1012,
  /** For a slow reader, or while the bus is unreachable. */
  tryLater: 1013,
  refused: 4001,
  sessionEnded: 4002,
} as const;
