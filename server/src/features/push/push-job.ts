import {
  quietUntilMs,
  settingsOf,
  type SettingsRow,
} from '#server/features/notification-settings/service.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import type { PushJob } from './policy.ts';

export const pushJob: JobKind<PushJob> = jobKind<PushJob>('push');

/** When the quiet hours of now end, ms since the epoch; null outside them. */
export const quietMsOf = (who: SettingsRow & { time_zone: string | null }, nowMs: number): number | null =>
  quietUntilMs(settingsOf(who).quiet, who.time_zone ?? 'UTC', nowMs);
