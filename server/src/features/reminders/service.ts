import type { NotificationKind } from '@hereabouts/contract/notifications';
import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { REMINDER_LEADS_MS, type ReminderRound } from '@hereabouts/contract/reminders';
import type { Subscriber } from '#server/domain-events.ts';
import { startInterval } from '#server/async/interval.ts';
import { coolDownSince } from '#server/async/cool-down.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { stopAll } from '#server/feature.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Effects } from '#server/effects/effects.ts';
import { notifyWithoutActor, withdrawUnread } from '#server/features/notifications/service.ts';
import * as repo from './repo.ts';

const LOOK_EVERY_MS = 15 * SECOND_MS;
const SWEEP_EVERY_MS = HOUR_MS;
const LOOK_MAX = 200;
/** From the earliest to the last. */
const ROUNDS = (Object.keys(REMINDER_LEADS_MS) as ReminderRound[]).toSorted(
  (a, b) => REMINDER_LEADS_MS[b] - REMINDER_LEADS_MS[a],
);

/** One transaction per event: its mark is stored with its notifications, so each round is sent once (REM-01). */
export async function sendReminders(ctx: Context, isStopping = () => false): Promise<void> {
  for (const eventId of await repo.listDueEvents(ctx.db, nowIso(ctx), LOOK_MAX)) {
    if (isStopping()) return;
    const startedMs = ctx.clock.now();
    await ctx.change((tx, after) => remindOf(ctx, tx, after, eventId));
    await coolDownSince(ctx.clock, startedMs);
  }
}

async function remindOf(ctx: Context, tx: Queryable, after: Effects, eventId: number): Promise<void> {
  const now = nowIso(ctx);
  const due = await repo.holdDue(tx, now, eventId);
  if (due.length === 0) return;
  const kinds = due.map(({ kind }) => kind);
  // Another process may have settled some between the snapshot and the lock.
  const settled = new Set(await repo.settle(tx, eventId, kinds));
  for (const round of due) {
    if (!settled.has(round.kind)) continue;
    const userIds = await repo.listRecipients(tx, round);
    const kind = newsOf(round.kind);
    // Times can be moved so that reminders are due again and again.
    const cause = { userId: round.created_by, isPaced: true };
    await notifyWithoutActor(ctx, tx, after, { kind, userIds, eventId, cause }, now);
  }
}

const newsOf = (round: ReminderRound): NotificationKind =>
  round === 'answer' ? 'answer_reminder' : 'reminder';

/** New times have their own reminders; those already due are skipped. Unread ones whose time is to come again are withdrawn. */
export const followMovedReminders: Subscriber<'event_moved'> = async (
  tx,
  after,
  { eventId, from, to, nowMs },
) => {
  if (from.start_time === to.start_time) return;
  await repo.deleteOf(tx, eventId);
  const dueOf = (start: string) =>
    ROUNDS.filter((round) => Date.parse(start) - REMINDER_LEADS_MS[round] <= nowMs);
  const past = dueOf(to.start_time);
  await repo.settle(tx, eventId, past);
  // An unread reminder belongs to the last round: the hour's replaces the day's.
  const last = new Map(dueOf(from.start_time).map((round) => [newsOf(round), round]));
  const kinds = [...last].filter(([, round]) => !past.includes(round)).map(([kind]) => kind);
  await withdrawUnread(tx, after, { eventId, kinds });
};

/** After a restore: whatever was due by now counts as sent (OPS-11). */
export const skipReminders = (tx: Queryable, now: string): Promise<void> => repo.skipDue(tx, now);

/** The returned function stops the background work and waits for it. */
export function startReminders(ctx: Context): () => Promise<void> {
  return stopAll(
    startInterval(ctx, {
      everyMs: LOOK_EVERY_MS,
      failure: 'could not send reminders',
      work: (isStopping) => sendReminders(ctx, isStopping),
    }),
    startInterval(ctx, {
      everyMs: SWEEP_EVERY_MS,
      failure: 'could not sweep reminders',
      work: () => repo.deleteStarted(ctx.db, nowIso(ctx)),
    }),
  );
}
