import type { Notification } from '@hereabouts/contract/notifications';
import { dayKey, pastDayLabel } from '#web/lib/time/dates.ts';

export type Day = { key: string; label: string; notifications: Notification[] };

/** By the viewer's days (NOTE-03). */
export function daysOf(notifications: readonly Notification[], now: number, timeZone?: string): Day[] {
  // The server's clock may be a little ahead, but nothing happens tomorrow.
  const momentOf = ({ created_at }: Notification) => Math.min(Date.parse(created_at), now);
  const days = new Map<string, Notification[]>();
  for (const one of notifications) {
    const key = dayKey(momentOf(one), timeZone);
    const ofDay = days.get(key);
    if (ofDay) ofDay.push(one);
    else days.set(key, [one]);
  }
  return [...days].map(([key, ofDay]) => ({
    key,
    label: pastDayLabel(momentOf(ofDay[0] as Notification), { now, timeZone }),
    notifications: ofDay,
  }));
}
