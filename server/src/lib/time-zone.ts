import { DAY_MS, MINUTE_MS } from '@hereabouts/contract/durations';
import { TIME_ZONE_NAME_MAX } from '@hereabouts/contract/limits';

export const DAY_MINUTES = DAY_MS / MINUTE_MS;

export function knownTimeZone(name: string | null): string | null {
  if (name === null || name.length > TIME_ZONE_NAME_MAX) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions();
    return timeZone === '' ? null : name;
  } catch {
    return null;
  }
}

const ZONES_KEPT = 500;

/** Making a format takes fifty times as long as using it. */
export function formatOf(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): (zone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const known = kept.get(zone);
    if (known !== undefined) return known;
    if (kept.size >= ZONES_KEPT) kept.clear();
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
    kept.set(zone, made);
    return made;
  };
}

const clockOf = formatOf('en-GB', { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });

export function minuteOfDay(atMs: number, zone: string): number {
  const parts = clockOf(zone).formatToParts(atMs);
  const part = (type: 'hour' | 'minute') => Number(parts.find((one) => one.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

/** The next moment after `fromMs` at which local clocks show that minute of the day, or have just skipped it. */
export function nextMinuteOfDay(fromMs: number, zone: string, minute: number): number {
  const ahead = (minute - minuteOfDay(fromMs, zone) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const atMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS + ahead * MINUTE_MS;
  // Clocks may have been changed in between.
  const off = ((minuteOfDay(atMs, zone) - minute + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  const mendedMs = atMs - off * MINUTE_MS;
  return mendedMs > fromMs && minuteOfDay(mendedMs, zone) === minute ? mendedMs : atMs;
}
