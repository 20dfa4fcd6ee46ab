import { HEARTBEAT_INTERVAL_MS, SEND_TIMEOUT_MS } from '@hereabouts/contract/realtime';

/** Source: RT-01. Reconnect after 1, 2, 5, then every 10 s. */
const RECONNECT_DELAYS_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** @param tries number of this attempt to connect or join, from 1 */
export function retryDelayMs(tries: number): number {
  return RECONNECT_DELAYS_MS[tries - 1] ?? RECONNECT_DELAYS_MS.at(-1) ?? SEND_TIMEOUT_MS;
}

/** For the phoenix client (RT-01). @param refusals refused connections in a row: phoenix counts them as successes */
export function socketTiming(refusals: () => number) {
  return {
    timeout: SEND_TIMEOUT_MS,
    heartbeatIntervalMs: HEARTBEAT_INTERVAL_MS,
    reconnectAfterMs: (tries: number) => retryDelayMs(Math.max(tries, refusals())),
    rejoinAfterMs: retryDelayMs,
  };
}
