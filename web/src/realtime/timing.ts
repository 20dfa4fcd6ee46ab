import { HEARTBEAT_INTERVAL_MS, PUSH_TIMEOUT_MS, RECONNECT_DELAYS_MS } from '@hereabouts/contract/realtime';

/**
 * How long to wait before the next attempt to connect or join.
 * @param tries number of this attempt, from 1
 */
export function retryDelayMs(tries: number): number {
  return RECONNECT_DELAYS_MS[tries - 1] ?? RECONNECT_DELAYS_MS.at(-1) ?? PUSH_TIMEOUT_MS;
}

/**
 * The delays of RT-01 as the phoenix client takes them.
 * @param refusals connections in a row that the server opened only to refuse: phoenix counts them as successes
 */
export function socketTiming(refusals: () => number) {
  return {
    timeout: PUSH_TIMEOUT_MS,
    heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
    reconnectAfterMs: (tries: number) => retryDelayMs(Math.max(tries, refusals())),
    rejoinAfterMs: retryDelayMs,
  };
}
