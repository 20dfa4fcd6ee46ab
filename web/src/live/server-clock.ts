import { useSyncExternalStore } from 'react';
import { now } from '#web/lib/time/clock.ts';
import { useNow } from '#web/lib/time/use-now.ts';

/** A sample this far off means that the device's clock was set. */
const CLOCK_SET_MS = 5_000;

let offsetMs: number | null = null;
const watchers = new Set<() => void>();

/** Every response was in flight for a while, so the true offset is at least what any of them shows: the largest is nearest. */
export function receiveServerTime(serverMs: number): void {
  const sample = serverMs - now();
  if (offsetMs !== null && sample <= offsetMs && offsetMs - sample < CLOCK_SET_MS) return;
  setOffset(sample);
}

type ResponseTimes = { askedAtMs: number; respondedAtMs: number };
const DATE_RESOLUTION_MS = 1_000;

/** From a `Date` header, in whole seconds. A known offset that fits between request and response wins: a slow response is no
 * sign that a clock was set. */
export function receiveDateHeader(header: string | null, { askedAtMs, respondedAtMs }: ResponseTimes): void {
  const serverMs = Date.parse(header ?? '');
  if (Number.isNaN(serverMs)) return;
  const [least, most] = [serverMs - respondedAtMs, serverMs + DATE_RESOLUTION_MS - askedAtMs];
  if (offsetMs === null || offsetMs < least || offsetMs > most) setOffset(least);
}

function setOffset(ms: number): void {
  offsetMs = ms;
  for (const watcher of watchers) watcher();
}

/** Server time in ms; the device's until a first response. */
export const serverNow = (): number => now() + (offsetMs ?? 0);

export const serverOffsetMs = (): number => offsetMs ?? 0;

export function useServerNow(tickMs: number): number {
  const offset = useSyncExternalStore((onChange) => {
    watchers.add(onChange);
    return () => void watchers.delete(onChange);
  }, serverOffsetMs);
  return useNow(tickMs, offset);
}

/** For tests. */
export function forgetServerTime(): void {
  offsetMs = null;
}
