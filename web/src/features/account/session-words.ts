import { HOUR_MS } from '@hereabouts/contract/durations';
import type { OwnSession } from '@hereabouts/contract/sessions';
import { formatDate, formatStart, type When } from '#web/lib/time/dates.ts';
import * as texts from '#web/texts/profile.tsx';

export function sessionName({ browser, device }: Pick<OwnSession, 'browser' | 'device'>): string {
  if (browser === null) return device === null ? texts.unknownDevice : texts.unknownBrowserOnDevice(device);
  return device === null ? browser : texts.browserOnDevice(browser, device);
}

/** "Signed in on 3 November 2026", "Last used Sat 21 Nov at 19:00"; the hour is all that is stored of a use. */
export function sessionTimes(
  { started_at, last_used_at, is_current }: OwnSession,
  { now, timeZone }: { now: number; timeZone?: string },
): { start: string; use: string } {
  const isRecent = is_current || now - toMs(last_used_at) < HOUR_MS;
  const use = isRecent
    ? texts.usedInTheLastHour
    : texts.lastUsed(formatStart(last_used_at, { now, timeZone }));
  return { start: texts.signedInOnDate(formatDate(started_at, timeZone)), use };
}

const toMs = (when: When) => new Date(when).getTime();
