import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { HOUR_MS } from '@hereabouts/contract/durations';
import type {
  ChatMute,
  Mute,
  NotificationSettings,
  SettingsToSave,
} from '@hereabouts/contract/notification-settings';
import { canChat } from '#server/access/event-roles.ts';
import { startInterval } from '#server/async/interval.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import type { Effects } from '#server/effects/effects.ts';
import type { Stop } from '#server/feature.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { DEFAULT_SETTINGS, mergeSettings, muteOf, quietUntilMs } from './policy.ts';
import * as repo from './repo.ts';

export { categoryOf, quietUntilMs } from './policy.ts';
export type { SettingsRow } from './repo.ts';

/** The defaults for somebody who has chosen none. */
export const settingsOf = (row: repo.SettingsRow | undefined): NotificationSettings => {
  if (row === undefined || !row.has_settings) return DEFAULT_SETTINGS;
  const { off, quiet_from: from, quiet_until: until, hides_details, by_mail } = row;
  return { off, quiet: from === null || until === null ? null : { from, until }, hides_details, by_mail };
};

/** Or the defaults. */
export const getSettings = async (
  { db }: Pick<Context, 'db'>,
  userId: string,
): Promise<NotificationSettings> => settingsOf(await repo.findSettings(db, userId));

/** @throws HttpError `not_found` for an account just deleted */
export async function saveSettings(
  ctx: Context,
  viewer: Viewer,
  asked: SettingsToSave,
): Promise<NotificationSettings> {
  const { userId } = viewer;
  const save = async (tx: Queryable, after: Effects) => {
    await repo.holdSettings(tx, userId);
    const row = await repo.findSettings(tx, userId);
    const stored = settingsOf(row);
    const saved = mergeSettings(stored, asked);
    await repo.updateSettings(tx, userId, saved);
    const zone = row?.time_zone ?? null;
    await emitIfMoved(ctx, tx, after, { userId, from: [stored.quiet, zone], to: [saved.quiet, zone] });
    return saved;
  };
  return await ctx.change(save).catch(asNotFound);
}

/** Quiet hours follow the person. */
export async function followTimeZone(
  ctx: QuietContext,
  userId: string,
  { from, to }: Record<'from' | 'to', string | null>,
): Promise<void> {
  const { quiet } = await getSettings(ctx, userId);
  if (quiet === null) return;
  await ctx.change((tx, after) =>
    emitIfMoved(ctx, tx, after, { userId, from: [quiet, from], to: [quiet, to] }),
  );
}

type QuietContext = Pick<Context, 'db' | 'clock' | 'change' | 'emit'>;
type Quiet = readonly [hours: NotificationSettings['quiet'], zone: string | null];

async function emitIfMoved(
  ctx: QuietContext,
  tx: Queryable,
  after: Effects,
  { userId, from, to }: { userId: string; from: Quiet; to: Quiet },
): Promise<void> {
  const nowMs = ctx.clock.now();
  const endMs = ([hours, zone]: Quiet) => quietUntilMs(hours, zone ?? 'UTC', nowMs);
  const [fromMs, toMs] = [endMs(from), endMs(to) ?? nowMs];
  if (fromMs === null || fromMs === toMs) return;
  await ctx.emit(tx, after, 'quiet_hours_moved', { userId, fromMs, toMs });
}

/** Idempotent; nothing for an account that is gone. */
export const stopMails = ({ db }: Pick<Context, 'db'>, userId: string): Promise<void> =>
  repo.stopMails(db, userId);

/** `until` null unmutes. @throws HttpError `not_found`, `forbidden` for a viewer who sees the event but cannot chat */
export async function muteChat(
  ctx: Context,
  viewer: Viewer,
  eventId: number,
  asked: Mute | null,
): Promise<ChatMute | null> {
  const { userId } = viewer;
  const row = await repo.findMuteAccess(ctx.db, eventId, userId);
  if (row === undefined) throw notFound();
  if (!canChat(viewer, row)) throw new HttpError('forbidden', CHAT_TEXTS.notGuest);
  if (asked === null) {
    await repo.deleteMute(ctx.db, { userId, eventId });
    return null;
  }
  const mute = muteOf(asked, row.time_zone ?? 'UTC', ctx.clock.now());
  await repo.saveMute(ctx.db, { userId, eventId, until: mute.until }).catch(asNotFound);
  return mute;
}

/** What the account has muted itself stays as it chose, until it ends (GUEST-04). */
export const moveMutes = repo.moveMutes;

const asNotFound = (error: unknown): never => {
  throw isForeignKeyViolation(error) ? notFound() : error;
};

/** The returned function stops the sweep. */
export const startMuteSweep = (ctx: Context): Stop =>
  startInterval(ctx, {
    everyMs: HOUR_MS,
    failure: 'could not sweep what is muted',
    work: () => repo.deleteMutesOver(ctx.db, nowIso(ctx)),
  });
