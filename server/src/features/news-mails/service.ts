import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { NEWS_MAIL_TEXTS, unsubscribePath } from '@hereabouts/contract/news-mails';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { startInterval } from '#server/async/interval.ts';
import { isoOf, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DomainEvents } from '#server/domain-events.ts';
import type { Stop } from '#server/feature.ts';
import {
  categoryOf,
  quietUntilMs,
  settingsOf,
  stopMails,
} from '#server/features/notification-settings/service.ts';
import { HttpError } from '#server/http/errors.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { SEND_TIMEOUT_MS } from '#server/mail/mailer.ts';
import { newsMail } from '#server/mail/news-mail.ts';
import { newsText } from '#server/news/wording.ts';
import { COLLECTED_MS, MAILED_KINDS, mailLine, nextMailMs, unsubscribeToken, userOfToken } from './policy.ts';
import * as repo from './repo.ts';

/** News that could not be mailed for so long, with the mail server down say, are dropped. */
const NEWS_FOR_MS = 2 * DAY_MS;
/** A device does not count for this long after its push service has refused this server's key. Further pushes are still tried. */
const REFUSED_FOR_MS = DAY_MS;

/** All news that no mail has told of. One job a person, so that nothing is told twice. */
type NewsMailJob = { user_id: string; since: string };
const newsMailJob: JobKind<NewsMailJob> = jobKind<NewsMailJob>('news_mail');
/** Looks again later, after quiet hours or once another mail is allowed. `newsMailJob` can be added meanwhile. */
type LaterJob = { user_id: string };
const laterJob: JobKind<LaterJob> = jobKind<LaterJob>('news_mail_later');

const LINKS = 'unsubscribe links';
/** A mail can be stopped for as long as somebody keeps it. */
const keyOf = ({ auth }: Pick<Context, 'auth'>): Buffer => auth.deriveLastingKey(LINKS);
/** Of mails sent before the key was independent of AUTH_SIGNING_KEY. */
const earlierKeyOf = ({ auth }: Pick<Context, 'auth'>): Buffer => auth.deriveKey(LINKS);

/** In the transaction that causes the news. Nothing without a mail server or an address for links. */
export async function planNewsMails(
  { config, clock, jobs }: Pick<Context, 'config' | 'clock' | 'jobs'>,
  tx: Queryable,
  { kind, userIds, now }: { kind: NotificationKind; userIds: readonly string[]; now: string },
): Promise<void> {
  const isPossible = config.smtpUrl !== null && config.publicUrl !== null;
  if (!isPossible || !MAILED_KINDS.has(kind) || userIds.length === 0) return;
  await jobs.enqueueMany(
    tx,
    newsMailJob,
    (await repo.insertWaits(tx, userIds, now)).map((userId) => ({
      payload: { user_id: userId, since: now },
      key: userId,
      userId,
      dueAtMs: clock.now() + COLLECTED_MS,
    })),
  );
}

/** Those that wait for the end of quiet hours. */
export const rescheduleNewsMails = (
  { jobs }: Pick<Context, 'jobs'>,
  tx: Queryable,
  change: DomainEvents['quiet_hours_moved'],
): Promise<void> => jobs.reschedule(tx, laterJob, change);

async function sendNews(ctx: Context, job: NewsMailJob, id: string): Promise<void> {
  const { user_id: userId } = job;
  const nowMs = ctx.clock.now();
  const [now, origin] = [nowIso(ctx), ctx.config.publicUrl];
  const reader = await repo.findReader(ctx.db, userId, isoOf(nowMs - REFUSED_FOR_MS));
  if (reader === undefined || origin === null) return await repo.deleteWait(ctx.db, userId);
  const { off, quiet } = settingsOf(reader);
  const quietMs = quietUntilMs(quiet, reader.time_zone ?? 'UTC', nowMs);
  if (quietMs !== null) return await lookAgain(ctx, job, quietMs);
  const sent = await repo.listMails(ctx.db, userId, isoOf(nowMs - DAY_MS));
  const sinceMs = Math.min(...[reader.since ?? job.since, job.since].map(Date.parse));
  const news = await repo.listNews(ctx.db, {
    userId,
    afterId: Math.max(0, ...sent.map(({ up_to_id }) => up_to_id)),
    since: isoOf(Math.max(sinceMs, nowMs - NEWS_FOR_MS)),
    kinds: [...MAILED_KINDS].filter((kind) => !off.includes(categoryOf(kind as NotificationKind))),
    now,
  });
  const [first] = news;
  if (first === undefined) return await repo.deleteWait(ctx.db, userId);
  // One item whose cause may send now is enough: the mail contains all of them.
  const cause = news.find((row) => nextMailMs(sent, row) <= nowMs);
  if (cause === undefined) {
    return await lookAgain(ctx, job, Math.min(...news.map((row) => nextMailMs(sent, row))));
  }
  const items = news.map((row) => {
    const zone = reader.time_zone ?? row.event_zone ?? 'UTC';
    const text = newsText(row, { zone, nowMs });
    return { text: mailLine(text), url: `${origin}${text.path}` };
  });
  const mail = newsMail(reader.email, {
    items,
    more: first.pending - items.length,
    stopUrl: `${origin}${unsubscribePath(unsubscribeToken(keyOf(ctx), userId))}`,
    notificationsUrl: `${origin}/notifications`,
  });
  // The job may have been added again while it was sent: another mail under its id could pass for a repetition.
  await ctx.mail.send(mail, `${id}-${first.last_id}`, newsMailJob.name);
  const { caused_by, is_urgent } = cause;
  await repo.insertMail(ctx.db, { userId, now, upToId: first.last_id, caused_by, is_urgent });
  await repo.deleteWait(ctx.db, userId);
}

async function lookAgain(ctx: Context, { user_id: userId, since }: NewsMailJob, atMs: number): Promise<void> {
  // The mail before may have deleted the wait.
  const [stillWaits] = await repo.insertWaits(ctx.db, [userId], since);
  if (stillWaits === undefined) return;
  const key = `${userId} ${isoOf(atMs)}`;
  await ctx.jobs.enqueue(ctx.db, laterJob, { user_id: userId }, { userId, key, dueAtMs: atMs });
}

const resume = (ctx: Context, { user_id: userId }: LaterJob): Promise<void> =>
  ctx.jobs.enqueueMany(ctx.db, newsMailJob, [
    { payload: { user_id: userId, since: nowIso(ctx) }, key: userId, userId },
  ]);

/** By the link of a mail. @throws HttpError `not_found` */
export async function stopNewsMails(ctx: Context, token: string): Promise<void> {
  const userId = userOfToken(keyOf(ctx), token) ?? userOfToken(earlierKeyOf(ctx), token);
  if (userId === null) throw new HttpError('not_found', NEWS_MAIL_TEXTS.gone);
  await stopMails(ctx, userId);
}

/** Handles the mails about news, and deletes hourly what is too old for one; the result stops that. */
export function startNewsMails(ctx: Context): Stop {
  ctx.jobs.handle(newsMailJob, (job, { id }) => sendNews(ctx, job, id), { timeoutMs: SEND_TIMEOUT_MS });
  ctx.jobs.handle(laterJob, (job) => resume(ctx, job));
  return startInterval(ctx, {
    everyMs: HOUR_MS,
    failure: 'could not sweep mails about news',
    async work() {
      const nowMs = ctx.clock.now();
      await repo.deleteMailsBefore(ctx.db, isoOf(nowMs - DAY_MS));
      await repo.deleteWaitsBefore(ctx.db, isoOf(nowMs - NEWS_FOR_MS));
    },
  });
}
