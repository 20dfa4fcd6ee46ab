// Time-outs for a machine that runs many tests at once: what fails is to fail for its own reason.
export const SOCKET_TIMEOUT_MS = 15_000;

/** Of a database. */
export const PATIENT = {
  connectTimeoutMs: 60_000,
  acquireTimeoutMs: 60_000,
  transactionTimeoutMs: 60_000,
  idleInTransactionMs: 120_000,
} as const;
