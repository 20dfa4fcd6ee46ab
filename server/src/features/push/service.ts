import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { PUSH_SUBSCRIPTIONS_MAX, PUSH_TEXTS, type OwnPush, type ShownNews } from '@hereabouts/contract/push';
import { createFresh } from '#server/async/fresh.ts';
import { createSemaphore, type Semaphore } from '#server/async/semaphore.ts';
import { isoAgo, isoOf, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import type { Stop } from '#server/feature.ts';
import { categoryOf, getSettings, settingsOf } from '#server/features/notification-settings/service.ts';
import { planNewsMails } from '#server/features/news-mails/service.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { JobLaterError, type JobInfo, type JobReport } from '#server/jobs/job.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { createPace, type Pace, type Turn } from '#server/push/pace.ts';
import { createTold, type Told } from '#server/push/told.ts';
import { CONNECTIONS_PER_SERVICE } from '#server/push/transport.ts';
import { canonicalEndpoint } from '#server/push/endpoint.ts';
import {
  againAfter,
  areBrowserKeys,
  chatJobs,
  CHAT_PUSH_EVERY_MS,
  deliveryOf,
  isEssential,
  keyOf,
  paceOf,
  quietMsOf,
  tagOf,
  topicOf,
  waitMsOf,
  type Cause,
  type PushJob,
  type Subject,
} from './policy.ts';
import { messageOf, writeMessage, type PushText } from '#server/push/message.ts';
import { newsText } from '#server/news/wording.ts';
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

const pushJob: JobKind<PushJob> = jobKind<PushJob>('push');
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
      await repo.saveSubscription(tx, { ...row, now: nowIso(ctx), max: PUSH_SUBSCRIPTIONS_MAX });
    });
  await save().catch(async (error: unknown) => {
    // Two sessions of one browser at the same moment: the later one has it.
    if (!isUniqueViolation(error)) throw error;
    await save();
  });
}

export const unsubscribe = (ctx: Context, { sessionId }: Viewer): Promise<void> =>
  repo.deleteOfSession(ctx.db, sessionId);

/** What a device may go on showing (PUSH-05). */
export async function listShown(ctx: Context, { userId }: Viewer): Promise<ShownNews> {
  return (await shownBy(ctx, [userId])).get(userId) ?? { keep: [], read_chats: [] };
}

async function shownBy(ctx: Context, userIds: readonly string[]): Promise<Map<string, ShownNews>> {
  const since = isoAgo(ctx, DAY_MS);
  const rows = await repo.listShown(ctx.db, userIds, { since, limit: SHOWN_MAX });
  return new Map(
    rows.map(({ user_id, unread, read_chats }) => [
      user_id,
      { keep: unread.map(([kind, event_id, actor_id]) => tagOf({ kind, event_id, actor_id })), read_chats },
    ]),
  );
}

type Plan = Pick<Context, 'jobs' | 'clock'>;

/** In the transaction that causes the news: one job for each device of these people (PUSH-04). Returns who has none.
 * What nobody causes counts for whoever gets it. */
export async function planPushes(
  { jobs, clock }: Plan,
  tx: Queryable,
  { userIds, ...subject }: Exclude<Subject, { kind: 'chat' }> & { userIds: readonly string[] },
  cause?: Cause,
): Promise<string[]> {
  const devices = await repo.listDevices(tx, userIds);
  const dueAtMs = clock.now() + waitMsOf(subject.kind);
  await jobs.enqueueMany(
    tx,
    pushJob,
    devices.map(({ id, user_id }) => ({
      payload: { device_id: id, subject, ...(cause?.isPaced === true && { paced_by: [cause.userId] }) },
      key: keyOf(id, subject),
      userId: user_id,
      dueAtMs,
      sources: [subject.actor_id ?? cause?.userId ?? user_id],
      isEssential: isEssential(subject.kind),
    })),
  );
  const reached = new Set(devices.map(({ user_id }) => user_id));
  return userIds.filter((userId) => !reached.has(userId));
}

/** A round that is repeated after a crash finds nothing more to tell. */
async function runChatRound(ctx: Context, eventId: number): Promise<void> {
  await ctx.db
    .transaction(async (tx) => {
      const round = await repo.listRound(tx, eventId, nowIso(ctx));
      await ctx.jobs.enqueueMany(tx, pushJob, chatJobs({ eventId, ...round }, ctx.clock.now()));
    })
    .catch((error: unknown) => {
      // The event is gone.
      if (!isForeignKeyViolation(error)) throw error;
    });
}

type Asked = JobInfo & { payload: PushJob };
type Ready = {
  recipient: repo.Recipient;
  subject: Subject;
  text: PushText;
  createdAt: string;
  pacedBy: readonly string[];
  /** The newest message of a chat. */
  seq?: number;
} & Pick<Turn, 'isByStranger'>;

type Delivery = { ctx: Context; pace: Pace; told: Told; sends: Semaphore };

/** Null, or why a job is to be run again. */
async function deliver(
  { ctx, pace, told, sends }: Delivery,
  asked: readonly Asked[],
  report: JobReport,
): Promise<(Error | null)[]> {
  const startedMs = ctx.clock.now();
  const begun = new Set<number>();
  const read = createFresh(ctx.clock, READ_FOR_MS, () => readAll(ctx, asked, begun));
  const { ready: first } = await read();
  const gone = new Map<number, Ready>();
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
    if (result.name === 'gone') gone.set(at, one);
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
      // What is done with endpoints that are gone comes last.
      if (!gone.has(at)) report(at, result);
      return result;
    }),
  );
  if (gone.size > 0) await endGone(ctx, [...gone.values()]);
  return results;
}

type Read = { ready: Map<number, Ready>; shown: Map<string, ShownNews> };

/** What is to be told by jobs that have not begun, by their places, and what the people may go on showing. */
async function readAll(ctx: Context, asked: readonly Asked[], begun: ReadonlySet<number>): Promise<Read> {
  const ready = await findReady(ctx, asked, begun);
  const people = new Set([...ready.values()].map(({ recipient }) => recipient.user_id));
  return { ready, shown: await shownBy(ctx, [...people]) };
}

/** Whoever has no device left gets what it was to show by e-mail. */
async function endGone(ctx: Context, gone: readonly Ready[]): Promise<void> {
  const rows = gone.map(({ recipient }) => recipient);
  await repo.deleteGone(ctx.db, rows);
  for (const { subject, recipient, createdAt: now } of gone) {
    if (subject.kind === 'chat') continue;
    await planNewsMails(ctx, ctx.db, { kind: subject.kind, userIds: [recipient.user_id], now });
  }
}

async function findReady(
  ctx: Context,
  asked: readonly Asked[],
  begun: ReadonlySet<number>,
): Promise<Map<number, Ready>> {
  const news: repo.NewsAsked[] = [];
  const chats: repo.ChatAsked[] = [];
  for (const [n, { payload }] of asked.entries()) {
    if (begun.has(n)) continue;
    const { device_id: deviceId, subject, paced_by } = payload;
    if (subject.kind === 'chat')
      chats.push({ n, deviceId, eventId: subject.event_id, asksWriters: paced_by === undefined });
    else {
      const { kind, event_id: eventId, actor_id: actorId } = subject;
      news.push({ n, deviceId, kind, eventId, actorId });
    }
  }
  const ready = new Map<number, Ready>();
  const nowMs = ctx.clock.now();
  const now = isoOf(nowMs);
  const pacedBy = (n: number) => asked[n]?.payload.paced_by;
  for (const row of news.length === 0 ? [] : await repo.listNews(ctx.db, news, now)) {
    const { kind, event_id, actor_id } = row;
    ready.set(row.n, {
      recipient: row,
      subject: { kind, event_id, actor_id },
      text: newsText(row, { zone: row.time_zone ?? row.event_zone ?? 'UTC', nowMs }),
      createdAt: row.created_at,
      pacedBy: pacedBy(row.n) ?? (actor_id === null ? [] : [actor_id]),
      isByStranger: row.is_by_stranger,
    });
  }
  for (const row of chats.length === 0 ? [] : await repo.listChats(ctx.db, chats, now)) {
    const body = `${row.sender_name ?? CHAT_TEXTS.unknownSender}: ${row.message}`;
    ready.set(row.n, {
      recipient: row,
      subject: { kind: 'chat', event_id: row.event_id },
      text: { title: row.title, body, path: `/chat/${row.event_id}` },
      createdAt: row.created_at,
      pacedBy: pacedBy(row.n) ?? row.writer_ids ?? [],
      seq: row.seq,
      // Whoever is on the list has chosen the chat, and can mute it.
      isByStranger: false,
    });
  }
  return ready;
}

/** The sending of pushes, and the end of subscriptions with their sessions. */
export function startPush(ctx: Context): Stop {
  const parts = {
    ctx,
    pace: createPace(ctx.clock),
    told: createTold(ctx.clock, CHAT_PUSH_EVERY_MS),
    sends: createSemaphore(SENDS),
  };
  ctx.jobs.handleBatch(pushJob, (asked, report) => deliver(parts, asked, report), { atOnce: AT_ONCE });
  const rounds = ctx.db.engine === 'pglite' ? { atOnce: 1 } : {};
  ctx.jobs.handle(chatRoundJob, ({ event_id }) => runChatRound(ctx, event_id), rounds);
  const ending = new Set<Promise<void>>();
  // Nothing is sent to a session that has ended: the row only waits for its end.
  ctx.auth.onSessionEnded(({ sessionId }) => {
    const done = repo
      .deleteOfSession(ctx.db, sessionId)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'could not delete a push subscription'))
      .finally(() => ending.delete(done));
    ending.add(done);
  });
  return async () => void (await Promise.all(ending));
}
