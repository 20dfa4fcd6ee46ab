import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { hashOf, keyOf, PACED_WRITERS_MAX, SHARING_WRITERS_MAX, type Subject } from './policy.ts';
import { pushJob, quietMsOf } from './push-job.ts';
import * as repo from './repo.ts';

/** One round of pushes about a chat, added by the statement that stores the message. */
export const chatRoundJob: JobKind<{ event_id: number }> = jobKind<{ event_id: number }>(repo.CHAT_ROUND);

/** A round that is repeated after a crash finds nothing more to tell. It belongs to those who wrote, and waits for the first of
 * them who has a turn: nobody puts off what others wrote. */
export async function runChatRound(ctx: Context, eventId: number): Promise<void> {
  await ctx.db
    .transaction(async (tx) => {
      const subject: Subject = { kind: 'chat', event_id: eventId };
      const { devices, writerIds } = await repo.listRound(tx, eventId, nowIso(ctx));
      const writers = writerIds.length > PACED_WRITERS_MAX ? [] : writerIds.toSorted();
      const sources = writerIds.length === 0 ? [`event ${eventId}`] : writerIds.slice(0, SHARING_WRITERS_MAX);
      const ofWriters = hashOf(writers.join());
      const jobs = devices.map((device) => {
        const quietMs = quietMsOf(device, ctx.clock.now());
        const [key, userId] = [keyOf(device.id, subject), device.user_id];
        const invited = device.invited_by === null ? {} : { invited_by: device.invited_by };
        const payload = { device_id: device.id, subject, ...invited };
        // All rounds of the night are one.
        if (quietMs !== null) return { payload, key, userId, dueAtMs: quietMs };
        return { payload: { ...payload, paced_by: writers }, key: `${key} ${ofWriters}`, userId, sources };
      });
      await ctx.jobs.enqueueMany(tx, pushJob, jobs);
    })
    .catch((error: unknown) => {
      // The event is gone.
      if (!isForeignKeyViolation(error)) throw error;
    });
}
