import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { PUSH_SUBSCRIPTIONS_MAX, PUSH_TEXTS, type OwnPush, type ShownNews } from '@hereabouts/contract/push';
import { createFresh } from '#server/async/fresh.ts';
import { restSince } from '#server/async/rest.ts';
import { createSemaphore, type Semaphore } from '#server/async/semaphore.ts';
import { isoAgo, isoOf, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { Stop } from '#server/feature.ts';
import { categoryOf, getSettings, settingsOf } from '#server/features/notification-settings/service.ts';
import { planNewsMails } from '#server/features/news-mails/service.ts';
import { HttpError } from '#server/http/errors.ts';
import { createInTurn, type InTurn } from '#server/http/in-turn.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { JobLaterError, type JobReport } from '#server/jobs/job.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { partsOf } from '#server/parts-of.ts';
import { createPace, type Pace } from '#server/push/pace.ts';
import { createTold, type Told } from '#server/push/told.ts';
import { CONNECTIONS_PER_SERVICE } from '#server/push/transport.ts';
import { canonicalEndpoint } from '#server/push/endpoint.ts';
import {
  againAfter,
  areBrowserKeys,
  chatJobs,
  CHAT_PUSH_EVERY_MS,
  deliveryOf,
  isLost,
  DEVICES_AT_ONCE,
  furtherJobs,
  lookUpsOf,
  newsJobs,
  paceOf,
  quietMsOf,
  readyChat,
  readyNews,
  shownNews,
  tagOf,
  topicOf,
  type Asked,
  type Cause,
  type FurtherJob,
  type NewsAbout,
  type PushJob,
  type Ready,
} from './policy.ts';
import { messageOf, writeMessage } from '#server/push/message.ts';
import * as repo from './repo.ts';

/** Claimed and stored together. */
const AT_ONCE = 100;
/** As many at a time as a push service has connections, and some more for others. */
const SENDS = { running: 20, runningPerKey: CONNECTIONS_PER_SERVICE, waiting: Infinity };
/** What has not begun by then waits for another batch, so that each send ends before the batch has to. */
const BEGIN_WITHIN_MS = 14 * SECOND_MS;
const AGAIN_AFTER_MS = SECOND_MS;
/** Words and rights may be taken back while a push waits for its turn: what was read longer ago is read again. */
const READ_FOR_MS = 2 * SECOND_MS;
/** Of what a push tells about: the newest of a person. */
const SHOWN_MAX = 60;
/** Of a person, the newest chats that are looked at for it: by a device of the person, and for a push, where many people's are. */
const READ_CHATS_MAX = { own: 1_000, push: 100 };
/** People in one statement of those, which follow each other with a rest. */
const SHOWN_AT_ONCE = 10;

const pushJob: JobKind<PushJob> = jobKind<PushJob>('push');
const furtherJob: JobKind<FurtherJob> = jobKind<FurtherJob>('push_further');
/** One round of pushes about a chat, added by the statement that stores the message. */
export const chatRoundJob: JobKind<{ event_id: number }> = jobKind<{ event_id: number }>(repo.CHAT_ROUND);

export type { Cause } from './policy.ts';
export { chatRoundSql } from './repo.ts';

export async function getPush(ctx: Context, viewer: Viewer): Promise<OwnPush> {
  const [endpoint, settings] = await Promise.all([
    repo.findEndpoint(ctx.db, viewer.sessionId),
    getSettings(ctx, viewer.userId),
  ]);
  const has_mail = ctx.config.smtpUrl !== null && ctx.config.publicUrl !== null;
  return { public_key: ctx.pusher.publicKey, endpoint, has_mail, settings };
}

/** For the session's browser; replaces an earlier subscription of either. @throws HttpError `invalid` for an endpoint
 * that is none of a push service (PUSH-07), `unauthenticated` for a session just ended */
export async function subscribe(
  ctx: Context,
  viewer: Viewer,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!ctx.pusher.accepts(endpoint) || !areBrowserKeys(keys)) {
    throw new HttpError('invalid', PUSH_TEXTS.unknownEndpoint);
  }
  const { userId, sessionId } = viewer;
  const row = { user_id: userId, session_id: sessionId, endpoint: canonicalEndpoint(endpoint), ...keys };
  const save = () =>
    ctx.db.transaction(async (tx) => {
      await ctx.auth.holdSession(tx, viewer);
      return await repo.saveSubscription(tx, { ...row, now: nowIso(ctx), max: PUSH_SUBSCRIPTIONS_MAX });
    });
  const losers = await save().catch(async (error: unknown) => {
    // Two sessions of one browser at the same moment: the later one has it.
    if (!isUniqueViolation(error)) throw error;
    return await save();
  });
  await forget(ctx, losers);
}

export async function unsubscribe(
  ctx: Context,
  { userId, sessionId }: Pick<Viewer, 'userId' | 'sessionId'>,
): Promise<void> {
  await repo.deleteOfSession(ctx.db, sessionId);
  await forget(ctx, [userId]);
}

/** What waits for devices that these people have no more. */
async function forget({ db, jobs }: Context, userIds: readonly string[]): Promise<void> {
  for (const userId of new Set(userIds)) {
    const devices = await repo.listDevicesOf(db, [userId]);
    await jobs.forget({ userId, kept: devices.map(({ id }) => id) });
  }
}

/** What a device may go on showing (PUSH-05). */
export async function listShown(ctx: Context, { userId }: Viewer): Promise<ShownNews> {
  return (await shownBy(ctx, [userId], READ_CHATS_MAX.own)).get(userId) ?? { keep: [], read_chats: [] };
}

async function shownBy(
  ctx: Context,
  userIds: readonly string[],
  chats: number,
): Promise<Map<string, ShownNews>> {
  const since = isoAgo(ctx, DAY_MS);
  const rows = await repo.listShown(ctx.db, userIds, { since, limit: SHOWN_MAX, chats });
  return new Map(rows.map((row) => [row.user_id, shownNews(row)]));
}

/** Devices whose pushes a transaction has stored. */
const storedIn = new WeakMap<Queryable, number>();

/** In the transaction that causes the news: one job for each device of these people (PUSH-04), beyond `DEVICES_AT_ONCE` by
 * jobs that add as many each. Returns who has none. What nobody causes counts for whoever gets it. */
export async function planPushes(
  ctx: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  { userIds, ...subject }: NewsAbout & { userIds: readonly string[] },
  cause?: Cause,
): Promise<string[]> {
  const devices = await repo.listDevicesOf(tx, userIds);
  const stored = storedIn.get(tx) ?? 0;
  const first = devices.slice(0, Math.max(DEVICES_AT_ONCE - stored, 0));
  storedIn.set(tx, stored + first.length);
  await ctx.jobs.enqueueMany(tx, pushJob, newsJobs(ctx.clock.now(), first, { subject, cause }));
  await ctx.jobs.enqueueMany(tx, furtherJob, furtherJobs(devices.slice(first.length), { subject, cause }));
  const reached = new Set(devices.map(({ user_id }) => user_id));
  return userIds.filter((userId) => !reached.has(userId));
}

async function planFurther(ctx: Context, { device_ids, ...news }: FurtherJob): Promise<void> {
  const startedMs = ctx.clock.now();
  const devices = await repo.listDevices(ctx.db, device_ids);
  await ctx.jobs.enqueueMany(ctx.db, pushJob, newsJobs(startedMs, devices, news));
  await restSince(ctx.clock, startedMs);
}

/** In parts, each with a rest. The last one ends the round: one that is cut off is repeated, and adds nothing that waits. */
async function runChatRound(ctx: Context, eventId: number): Promise<void> {
  let startedMs = ctx.clock.now();
  const round = await repo.beginRound(ctx.db, eventId, nowIso(ctx));
  if (round === null) return;
  const parts = partsOf(chatJobs({ eventId, ...round }, startedMs), DEVICES_AT_ONCE);
  const last = parts.pop() ?? [];
  for (const part of [...parts, last]) {
    await ctx.db.transaction(async (tx) => {
      await ctx.jobs.enqueueMany(tx, pushJob, part);
      if (part === last) await repo.endRound(tx, eventId, round.lastSeq);
    });
    await restSince(ctx.clock, startedMs);
    startedMs = ctx.clock.now();
  }
}

type Delivery = { ctx: Context; pace: Pace; told: Told; sends: Semaphore; looks: InTurn };

/** Null, or why a job is to be run again. */
async function deliver(
  { ctx, pace, told, sends, looks }: Delivery,
  asked: readonly Asked[],
  report: JobReport,
): Promise<(Error | null)[]> {
  const startedMs = ctx.clock.now();
  const begun = new Set<number>();
  const read = createFresh(ctx.clock, READ_FOR_MS, () => readAll({ ctx, looks }, asked, begun));
  const { ready: first } = await read();
  const lost = new Map<number, LostPush>();
  const deliverOne = async (job: Asked, at: number): Promise<Error | null> => {
    const { ready, shown } = await read();
    begun.add(at);
    const one = ready.get(at);
    if (one === undefined) return null;
    const { recipient, pacedBy, isByStranger, seq } = one;
    const nowMs = ctx.clock.now();
    if (nowMs > startedMs + BEGIN_WITHIN_MS)
      return new JobLaterError('Others took long', nowMs + AGAIN_AFTER_MS);
    const settings = settingsOf(recipient);
    if (settings.off.includes(one.subject.kind === 'chat' ? 'chat' : categoryOf(one.subject.kind)))
      return null;
    const quietMs = quietMsOf(recipient, nowMs);
    if (quietMs !== null) return new JobLaterError('Quiet hours', quietMs);
    const telling = seq === undefined ? null : { deviceId: recipient.id, tag: tagOf(one.subject), seq };
    const pauseMs = telling === null ? 0 : told.waitMs(telling);
    if (pauseMs === null) return null;
    if (pauseMs > 0) return new JobLaterError('The chat was pushed a moment ago', nowMs + pauseMs);
    const subject = paceOf(one.subject);
    const inviterId = job.payload.invited_by ?? null;
    const isByInviter = inviterId !== null && pacedBy.includes(inviterId);
    const actorId = isByInviter ? inviterId : pace.freest(recipient.id, pacedBy);
    const turn = { id: job.id, deviceId: recipient.id, subject, actorId, inviterId, isByStranger };
    const waitMs = pace.take(turn);
    if (waitMs === null) return null;
    if (waitMs > 0) return new JobLaterError('Another one was sent a moment ago', nowMs + waitMs);
    if (telling !== null) told.note(telling);
    const message = messageOf(
      { ...one, tag: tagOf(one.subject), isChat: one.subject.kind === 'chat' },
      settings,
      shown.get(recipient.user_id),
    );
    const push = {
      content: writeMessage(message),
      topic: topicOf(recipient.id, one.subject),
      ...deliveryOf(one.subject.kind),
    };
    const result = await ctx.pusher.send(recipient, push);
    if (result.name !== 'sent') {
      pace.giveBack(turn);
      if (telling !== null) told.forget(telling);
    }
    if (isLost(result)) lost.set(at, { ...one, isGone: result.name === 'gone' });
    return againAfter(ctx, job, result);
  };
  const results = await Promise.all(
    asked.map(async (job, at) => {
      const one = first.get(at);
      const result =
        one === undefined
          ? null
          : await sends
              .run(() => deliverOne(job, at), new URL(one.recipient.endpoint).origin)
              .catch((error: Error) => error);
      // What is done where nothing is received comes last.
      if (!lost.has(at)) report(at, result);
      return result;
    }),
  );
  if (lost.size > 0) await endLost(ctx, [...lost.values()]);
  return results;
}

type LostPush = Ready & { isGone: boolean };
type Read = { ready: Map<number, Ready>; shown: Map<string, ShownNews> };

/** What is to be told by jobs that have not begun, by their places, and what the people may go on showing. */
async function readAll(
  { ctx, looks }: Pick<Delivery, 'ctx' | 'looks'>,
  asked: readonly Asked[],
  begun: ReadonlySet<number>,
): Promise<Read> {
  const ready = await findReady(ctx, asked, begun);
  const people = new Set([...ready.values()].map(({ recipient }) => recipient.user_id));
  const shown = await Promise.all(
    partsOf([...people], SHOWN_AT_ONCE).map((part) =>
      looks('', () => shownBy(ctx, part, READ_CHATS_MAX.push)),
    ),
  );
  return { ready, shown: new Map(shown.flatMap((part) => [...part])) };
}

/** Whoever has no device left that receives gets what it was to show by e-mail. */
async function endLost(ctx: Context, lost: readonly LostPush[]): Promise<void> {
  const rows = (isGone: boolean) => lost.filter((one) => one.isGone === isGone).map((one) => one.recipient);
  await repo.markRefused(ctx.db, rows(false), nowIso(ctx));
  await forget(ctx, await repo.deleteGone(ctx.db, rows(true)));
  for (const { subject, recipient, createdAt: now } of lost) {
    if (subject.kind === 'chat') continue;
    await planNewsMails(ctx, ctx.db, { kind: subject.kind, userIds: [recipient.user_id], now });
  }
}

async function findReady(
  ctx: Context,
  asked: readonly Asked[],
  begun: ReadonlySet<number>,
): Promise<Map<number, Ready>> {
  const { news, chats } = lookUpsOf(asked, begun);
  const ready = new Map<number, Ready>();
  const nowMs = ctx.clock.now();
  const now = isoOf(nowMs);
  const pacedBy = (n: number) => asked[n]?.payload.paced_by;
  for (const row of news.length === 0 ? [] : await repo.listNews(ctx.db, news, now))
    ready.set(row.n, readyNews(row, pacedBy(row.n), nowMs));
  for (const row of chats.length === 0 ? [] : await repo.listChats(ctx.db, chats, now))
    ready.set(row.n, readyChat(row, pacedBy(row.n)));
  return ready;
}

/** The sending of pushes, and the end of subscriptions with their sessions. */
export function startPush(ctx: Context): Stop {
  const parts = {
    ctx,
    pace: createPace(ctx.clock),
    told: createTold(ctx.clock, CHAT_PUSH_EVERY_MS),
    sends: createSemaphore(SENDS),
    looks: createInTurn({ running: 1, waiting: Infinity }, ctx.clock),
  };
  ctx.jobs.handleBatch(pushJob, (asked, report) => deliver(parts, asked, report), { atOnce: AT_ONCE });
  ctx.jobs.handle(furtherJob, (job) => planFurther(ctx, job), { atOnce: 1 });
  ctx.jobs.handle(chatRoundJob, ({ event_id }) => runChatRound(ctx, event_id), { atOnce: 1 });
  const ending = new Set<Promise<void>>();
  // Nothing is sent to a session that has ended: the row only waits for its end.
  ctx.auth.onSessionEnded((ended) => {
    const done = unsubscribe(ctx, ended)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'could not delete a push subscription'))
      .finally(() => ending.delete(done));
    ending.add(done);
    return done;
  });
  return async () => void (await Promise.all(ending));
}
