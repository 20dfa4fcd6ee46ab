import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
const SAMPLE_MS = 1_000;

// oxlint-disable-next-line hereabouts/injected-clock -- real delays, whatever the time
const now = () => performance.now();

/** Average lateness of timers over a second. Not @fastify/under-pressure: its memory sample ends a process without free
 * descriptors. */
export function watchEventLoop(): { delayMs(): number; stop(): void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let sampledAtMs = now();
  let delayMs = 0;
  return {
    delayMs() {
      const nowMs = now();
      if (nowMs - sampledAtMs >= SAMPLE_MS) {
        delayMs = histogram.count === 0 ? SAMPLE_MS : Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS);
        histogram.reset();
        sampledAtMs = nowMs;
      }
      return delayMs;
    },
    stop: () => histogram.disable(),
  };
}
