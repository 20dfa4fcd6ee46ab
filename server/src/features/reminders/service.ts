import { HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { REMINDER_LEADS_MS, type ReminderRound } from '@hereabouts/contract/reminders';
import type { Subscriber } from '#server/domain-events.ts';
import { startInterval } from '#server/async/interval.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { notifyOfItself } from '#server/features/notifications/service.ts';
import * as repo from './repo.ts';

const LOOK_EVERY_MS = 15 * SECOND_MS;
const SWEEP_EVERY_MS = HOUR_MS;
const AT_ONCE = 20;

/** Sends what is due: each round of an event once, because its mark is stored with its notifications (REM-01). */
export async function sendReminders(ctx: Context): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE;) {
    found = await ctx.change(async (tx, after) => {
      const now = nowIso(ctx);
      const due = await repo.listDue(tx, now, AT_ONCE);
      if (due.length > 0) await repo.settle(tx, due);
      for (const round of due) {
        const userIds = await repo.listRecipients(tx, round);
        const kind = round.kind === 'answer' ? 'answer_reminder' : 'reminder';
        // Times can be moved again and again so that reminders are due.
        const cause = { userId: round.created_by, isPaced: true };
        await notifyOfItself(ctx, tx, after, { kind, userIds, eventId: round.event_id, cause }, now);
      }
      return due.length;
    });
  }
}

/** New times have reminders of their own; those that would be due already are skipped. */
export const followMovedReminders: Subscriber<'event_moved'> = async (
  tx,
  _,
  { eventId, from, to, nowMs },
) => {
  if (from.start_time === to.start_time) return;
  await repo.deleteOf(tx, eventId);
  const startMs = Date.parse(to.start_time);
  const past = (Object.keys(REMINDER_LEADS_MS) as ReminderRound[]).filter(
    (kind) => startMs - REMINDER_LEADS_MS[kind] <= nowMs,
  );
  await repo.settle(
    tx,
    past.map((kind) => ({ event_id: eventId, kind })),
  );
};

/** After a restore: whatever was due by now counts as sent (OPS-11). */
export async function skipReminders(tx: Queryable, now: string): Promise<void> {
  for (let found = AT_ONCE; found === AT_ONCE;) {
    const due = await repo.listDue(tx, now, AT_ONCE);
    await repo.settle(tx, due);
    found = due.length;
  }
}

export function startReminders(ctx: Context): () => Promise<void> {
  const stops = [
    startInterval(ctx, {
      everyMs: LOOK_EVERY_MS,
      failure: 'could not send reminders',
      work: () => sendReminders(ctx),
    }),
    startInterval(ctx, {
      everyMs: SWEEP_EVERY_MS,
      failure: 'could not sweep reminders',
      work: () => repo.deleteStarted(ctx.db, nowIso(ctx)),
    }),
  ];
  return async () => {
    for (const stop of stops) await stop();
  };
}
