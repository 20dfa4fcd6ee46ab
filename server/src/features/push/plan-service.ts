import { coolDownSince } from '#server/async/cool-down.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { perTransaction } from '#server/db/per-transaction.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import type { Asked } from '#server/jobs/turns.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import {
  chatJobs,
  DEVICES_PER_BATCH,
  furtherJobs,
  newsJobs,
  type FurtherJob,
  type NewsAbout,
} from './job-policy.ts';
import type { Cause, PushJob } from './policy.ts';
import { beginRound, CHAT_ROUND_JOB, endRound } from './chat-round-repo.ts';
import * as repo from './repo.ts';

/** One push to one device. */
export const pushJob: JobKind<PushJob> = jobKind<PushJob>('push');
/** For devices beyond those of the transaction that caused the news. */
export const furtherJob: JobKind<FurtherJob> = jobKind<FurtherJob>('push_further');
/** `asked_by`: a hash of the event's creator, because the job may outlive the account. */
type ChatRound = Asked & { event_id: number };

/** One round of pushes about a chat, added by the statement that stores the message. */
export const chatRoundJob: JobKind<ChatRound> = jobKind<ChatRound>(CHAT_ROUND_JOB);

export type { Cause } from './policy.ts';
export { chatRoundSql } from './chat-round-repo.ts';

const devicesStored = perTransaction(() => 0);

/** In the transaction of the news: a job for each device of these people (PUSH-04), beyond `DEVICES_PER_BATCH` by further jobs.
 * Returns who has none. What nobody causes counts for the recipient. */
export async function planPushes(
  ctx: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  { userIds, ...subject }: NewsAbout & { userIds: readonly string[] },
  cause?: Cause,
): Promise<string[]> {
  const devices = await repo.listDevicesOf(tx, userIds);
  const stored = devicesStored.get(tx);
  const first = devices.slice(0, Math.max(DEVICES_PER_BATCH - stored, 0));
  devicesStored.set(tx, stored + first.length);
  await ctx.jobs.enqueueMany(tx, pushJob, newsJobs(ctx.clock.now(), first, { subject, cause }));
  await ctx.jobs.enqueueMany(tx, furtherJob, furtherJobs(devices.slice(first.length), { subject, cause }));
  const reached = new Set(devices.map(({ user_id }) => user_id));
  return userIds.filter((userId) => !reached.has(userId));
}

/** Those that wait for the end of quiet hours. */
export const reschedulePushes = (
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  change: DomainEvents['quiet_hours_moved'],
): Promise<void> => jobs.reschedule(tx, pushJob, change);

export async function planFurther(ctx: Context, { device_ids, ...news }: FurtherJob): Promise<void> {
  const startedMs = ctx.clock.now();
  const devices = await repo.listDevices(ctx.db, device_ids);
  await ctx.jobs.enqueueMany(ctx.db, pushJob, newsJobs(startedMs, devices, news));
  await coolDownSince(ctx.clock, startedMs);
}

/** In batches with cool-downs. The last one ends the round: one that is cut off is repeated, without adding a push twice. */
export async function runChatRound(ctx: Context, eventId: number): Promise<void> {
  let startedMs = ctx.clock.now();
  const round = await beginRound(ctx.db, eventId, nowIso(ctx));
  if (round === null) return;
  const batches = batchesOf(chatJobs({ eventId, ...round }, startedMs), DEVICES_PER_BATCH);
  const last = batches.pop();
  if (last === undefined) return await endRound(ctx.db, eventId, round.lastSeq);
  for (const batch of [...batches, last]) {
    await ctx.db.transaction(async (tx) => {
      await ctx.jobs.enqueueMany(tx, pushJob, batch);
      if (batch === last) await endRound(tx, eventId, round.lastSeq);
    });
    await coolDownSince(ctx.clock, startedMs);
    startedMs = ctx.clock.now();
  }
}
