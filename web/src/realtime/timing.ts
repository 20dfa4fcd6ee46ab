import { HEARTBEAT_INTERVAL_MS, SEND_TIMEOUT_MS } from '@hereabouts/contract/realtime';

/** Source: RT-01. Reconnect after 1, 2, 5, then every 10 s. */
const RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** How long to wait before the next attempt to connect or join.
 * @param tries number of this attempt, from 1 */
export function retryDelayMs(tries: number): number {
  return RECONNECT_DELAYS_MS[tries - 1] ?? RECONNECT_DELAYS_MS.at(-1) ?? SEND_TIMEOUT_MS;
}

/** The delays of RT-01 as the phoenix client takes them.
 * @param refusals connections in a row that the server opened only to refuse: phoenix counts them as successes */
export function socketTiming(refusals: () => number) {
  return {
    timeout: SEND_TIMEOUT_MS,
    heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
    reconnectAfterMs: (tries: number) => retryDelayMs(Math.max(tries, refusals())),
    rejoinAfterMs: retryDelayMs,
  };
}
