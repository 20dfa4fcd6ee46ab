import { SECOND_MS } from '@hereabouts/contract/durations';
import { onSessionEnded } from '#server/accounts/session-ends.ts';
import { createFresh } from '#server/async/fresh.ts';
import { createSemaphore, type Semaphore } from '#server/async/semaphore.ts';
import { isoOf, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Stop } from '#server/feature.ts';
import { categoryOf, settingsOf } from '#server/features/notification-settings/service.ts';
import { planNewsMails } from '#server/features/news-mails/service.ts';
import { createInTurn, type InTurn } from '#server/http/queues/in-turn.ts';
import { JobLaterError, type JobReport } from '#server/jobs/job.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import { createPace, type Pace } from '#server/push/pace.ts';
import type { PushResult } from '#server/push/pusher.ts';
import { CONNECTIONS_PER_SERVICE } from '#server/push/transport.ts';
import { createChatPushLog, startSweepOfChatPushes, type ChatPushLog } from './chat-push-service.ts';
import {
  againAfter,
  chatPauseMs,
  deliveryOf,
  laterIfInView,
  isLost,
  splitByKind,
  paceOf,
  sendableChat,
  sendableNews,
  type QueuedPush,
  type Sendable,
} from './delivery-policy.ts';
import { quietMsOf, tagOf, topicOf } from './policy.ts';
import { messageOf, writeMessage, type Shown } from '#server/push/message.ts';
import * as deliveries from './delivery-repo.ts';
import * as repo from './repo.ts';
import { forgetQueued, planMailsInstead, READ_CHATS, shownBy, unsubscribeEnded } from './service.ts';
import { chatRoundJob, furtherJob, planFurther, pushJob, runChatRound } from './plan-service.ts';

const BATCH_SIZE = 100;
/** More than the connections of one push service, so that others are served meanwhile. */
const SENDS = { running: 20, runningPerKey: CONNECTIONS_PER_SERVICE, waiting: Infinity };
/** Sends that have not begun by then wait for another batch, so that each ends before its batch must. */
const BEGIN_WITHIN_MS = 14 * SECOND_MS;
const AGAIN_AFTER_MS = SECOND_MS;
/** Texts and rights may be withdrawn while a push waits, so older readings are repeated. */
const READ_FOR_MS = 2 * SECOND_MS;

const SHOWN_PER_BATCH = 10;
const PUT_OFF_MAX = 50_000;

type Delivery = {
  ctx: Context;
  pace: Pace;
  chatPushes: ChatPushLog;
  /** How often the services have put off each waiting push, by job. */
  putOff: Map<string, number>;
  sends: Semaphore;
  shownReads: InTurn;
};
type LostPush = Sendable & { isGone: boolean };
type Read = { sendable: Map<number, Sendable>; shown: Map<string, Shown> };
/** What the jobs of one batch share; a job is known by its place in it. */
type Batch = {
  startedMs: number;
  read: () => Promise<Read>;
  begun: Set<number>;
  /** Writes about ended pushes, by place; no slot is kept while they run. */
  ended: Map<number, Promise<void>>;
  lost: Map<number, LostPush>;
};

/** Returns for each job null, or why it is run again. */
async function deliver(
  delivery: Delivery,
  queued: readonly QueuedPush[],
  report: JobReport,
): Promise<(Error | null)[]> {
  const { ctx, sends } = delivery;
  const begun = new Set<number>();
  const read = createFresh(ctx.clock, READ_FOR_MS, () => readAll(delivery, queued, begun));
  const batch: Batch = { startedMs: ctx.clock.now(), read, begun, ended: new Map(), lost: new Map() };
  const { sendable: first } = await read();
  const results = await Promise.all(
    queued.map(async (job, at) => {
      const one = first.get(at);
      const result =
        one === undefined
          ? null
          : await sends
              .run(() => deliverOne(delivery, batch, job, at), new URL(one.recipient.endpoint).origin)
              .catch((error: Error) => error);
      await batch.ended.get(at);
      // Lost subscriptions are reported after `endLost`.
      if (!batch.lost.has(at)) report(at, result);
      return result;
    }),
  );
  if (batch.lost.size > 0) await endLost(ctx, [...batch.lost.values()]);
  return results;
}

async function deliverOne(
  delivery: Delivery,
  batch: Batch,
  job: QueuedPush,
  at: number,
): Promise<Error | null> {
  const { ctx } = delivery;
  const { startedMs, lost } = batch;
  const { sendable, shown } = await batch.read();
  batch.begun.add(at);
  const one = sendable.get(at);
  if (one === undefined) return null;
  const nowMs = ctx.clock.now();
  const mayBegin = () => ctx.clock.now() <= startedMs + BEGIN_WITHIN_MS;
  const soon = new JobLaterError('Another one is being sent, or others took long', nowMs + AGAIN_AFTER_MS);
  if (!mayBegin()) return soon;
  const { recipient, subject } = one;
  if (settingsOf(recipient).off.includes(subject.kind === 'chat' ? 'chat' : categoryOf(subject.kind)))
    return null;
  const quietMs = quietMsOf(recipient, nowMs);
  if (quietMs !== null) return new JobLaterError('Quiet hours', quietMs);
  const inView = laterIfInView(one, job.attempt, nowMs);
  if (inView !== null) return inView;
  const paced = takeTurn(delivery, job, one);
  if (!paced.isFree) return paced.later;
  const end = await begin(delivery, one, job.id).catch((error: unknown) => {
    paced.refund();
    throw error;
  });
  const result =
    end !== null && mayBegin()
      ? await ctx.pusher.send(recipient, pushOf(one, shown.get(recipient.user_id)))
      : null;
  const isSent = result?.name === 'sent';
  if (!isSent) paced.refund();
  if (end !== null) batch.ended.set(at, end(isSent));
  if (result === null) return soon;
  if (isLost(result)) lost.set(at, { ...one, isGone: result.name === 'gone' });
  return againAfter(ctx, countPutOff(delivery, job.id, result), result);
}

/** Returns how often it was put off before. */
function countPutOff({ putOff }: Delivery, jobId: string, result: PushResult): number {
  const before = putOff.get(jobId) ?? 0;
  putOff.delete(jobId);
  if (result.name === 'later') putOff.set(jobId, before + (result.wasAsked ? 1 : 0));
  dropOldest(putOff, PUT_OFF_MAX);
  return before;
}

type Taken = { isFree: true; refund: () => void } | { isFree: false; later: JobLaterError | null };

/** Counts the push, if the pauses of its device allow it. */
function takeTurn({ ctx, pace }: Delivery, job: QueuedPush, one: Sendable): Taken {
  const { recipient, pacedBy, isByStranger, chat } = one;
  const deviceId = recipient.id;
  const nowMs = ctx.clock.now();
  const pauseMs = chat === undefined ? 0 : chatPauseMs(chat, nowMs);
  if (pauseMs === null) return { isFree: false, later: null };
  if (pauseMs > 0)
    return { isFree: false, later: new JobLaterError('The chat was pushed a moment ago', nowMs + pauseMs) };
  const inviterId = job.payload.invited_by ?? one.invitedBy ?? null;
  const isByInviter = inviterId !== null && pacedBy.includes(inviterId);
  const actorId = isByInviter ? inviterId : pace.firstFree(deviceId, pacedBy);
  const paced = { id: job.id, deviceId, subject: paceOf(one.subject), actorId, inviterId, isByStranger };
  const waitMs = pace.take(paced);
  if (waitMs === null) return { isFree: false, later: null };
  if (waitMs > 0)
    return { isFree: false, later: new JobLaterError('Another one was sent a moment ago', nowMs + waitMs) };
  return { isFree: true, refund: () => pace.refund(paced) };
}

const begin = async ({ chatPushes }: Delivery, { chat, recipient }: Sendable, jobId: string) =>
  chat === undefined ? async () => {} : await chatPushes.begin({ deviceId: recipient.id, jobId, ...chat });

const NOTHING_READ = { unread: [], isWhole: false, read_chats: [] };

function pushOf(one: Sendable, shown: Shown = { ...NOTHING_READ, asOf: one.createdAt }) {
  const { recipient, subject } = one;
  const about = { ...one, tag: tagOf(subject), isChat: subject.kind === 'chat' };
  return {
    content: writeMessage(messageOf(about, settingsOf(recipient)), shown),
    topic: topicOf(recipient.id, subject),
    ...deliveryOf(subject.kind),
  };
}

/** For jobs that have not begun, by place; `shown`: what people may go on showing. */
async function readAll(
  { ctx, shownReads }: Pick<Delivery, 'ctx' | 'shownReads'>,
  queued: readonly QueuedPush[],
  begun: ReadonlySet<number>,
): Promise<Read> {
  const sendable = await findSendable(ctx, queued, begun);
  const people = new Set([...sendable.values()].map(({ recipient }) => recipient.user_id));
  const shown = await Promise.all(
    batchesOf([...people], SHOWN_PER_BATCH).map((batch) =>
      shownReads('', () => shownBy(ctx, batch, READ_CHATS.push)),
    ),
  );
  return { sendable, shown: new Map(shown.flatMap((ofBatch) => [...ofBatch])) };
}

/** People without a device left get their news by e-mail. */
async function endLost(ctx: Context, lost: readonly LostPush[]): Promise<void> {
  const rows = (isGone: boolean) => lost.filter((one) => one.isGone === isGone).map((one) => one.recipient);
  await repo.markRefused(ctx.db, rows(false), nowIso(ctx));
  const lostOf = Map.groupBy(lost, ({ recipient }) => recipient.user_id);
  const losing = await ctx.db.transaction(async (tx) => {
    const userIds = new Set(await repo.deleteGone(tx, rows(true)));
    // In one order: other processes lock rows of the same people.
    for (const [userId, ofPerson] of [...lostOf].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      if (userIds.has(userId)) await planMailsInstead(ctx, tx, userId);
      for (const { subject, createdAt: now } of ofPerson) {
        if (subject.kind !== 'chat')
          await planNewsMails(ctx, tx, { kind: subject.kind, userIds: [userId], now });
      }
    }
    return userIds;
  });
  await forgetQueued(ctx, losing);
}

async function findSendable(
  ctx: Context,
  queued: readonly QueuedPush[],
  begun: ReadonlySet<number>,
): Promise<Map<number, Sendable>> {
  const { news, chats } = splitByKind(queued, begun);
  const sendable = new Map<number, Sendable>();
  const nowMs = ctx.clock.now();
  const now = isoOf(nowMs);
  const pacedBy = (jobIndex: number) => queued[jobIndex]?.payload.paced_by;
  for (const row of news.length === 0 ? [] : await deliveries.listNews(ctx.db, news, now))
    sendable.set(row.job_index, sendableNews(row, pacedBy(row.job_index), nowMs));
  for (const row of chats.length === 0 ? [] : await deliveries.listChats(ctx.db, chats, now))
    sendable.set(row.job_index, sendableChat(row, pacedBy(row.job_index)));
  return sendable;
}

/** The sending of pushes, and the end of subscriptions with their sessions. */
export function startPush(ctx: Context): Stop {
  const parts = {
    ctx,
    pace: createPace(ctx.clock),
    chatPushes: createChatPushLog(ctx),
    putOff: new Map<string, number>(),
    sends: createSemaphore(SENDS),
    shownReads: createInTurn({ running: 1, waiting: Infinity }, ctx.clock),
  };
  ctx.jobs.handleBatch(pushJob, (queued, report) => deliver(parts, queued, report), {
    batchSize: BATCH_SIZE,
  });
  ctx.jobs.handle(furtherJob, (job) => planFurther(ctx, job), { concurrency: 1 });
  const round = ({ event_id }: { event_id: number }) => runChatRound(ctx, event_id);
  // Creators of events take turns: somebody who writes into thousands of own events delays nobody else's rounds.
  ctx.jobs.handle(chatRoundJob, round, { concurrency: 1, turns: { each: 1 } });
  // Nothing is sent to a session that has ended: the row only waits for its end.
  const ended = onSessionEnded(
    ctx,
    (of) => unsubscribeEnded(ctx, of),
    'could not delete a push subscription',
  );
  const sweep = startSweepOfChatPushes(ctx);
  return async () => {
    await ended();
    await sweep();
  };
}
