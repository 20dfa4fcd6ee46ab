import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { NEWS_MAIL_TEXTS, unsubscribePath } from '@hereabouts/contract/news-mails';
import type { NotificationKind } from '@hereabouts/contract/notifications';
import { startInterval } from '#server/async/interval.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Stop } from '#server/feature.ts';
import {
  categoryOf,
  quietUntilMs,
  settingsOf,
  stopMails,
} from '#server/features/notification-settings/service.ts';
import { HttpError } from '#server/http/errors.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { jobKind, type JobKind } from '#server/jobs/jobs.ts';
import { mails } from '#server/mail/templates.ts';
import { newsText } from '#server/news/wording.ts';
import { COLLECTED_MS, MAILED_KINDS, MAILS_A_DAY, unsubscribeToken, userOfToken } from './policy.ts';
import * as repo from './repo.ts';

const NEWS_MAX = 30;

/** One mail about notifications of then and later. */
type NewsMailJob = { user_id: string; since: string };
const newsMailJob: JobKind<NewsMailJob> = jobKind<NewsMailJob>('news_mail');

const keyOf = ({ auth }: Pick<Context, 'auth'>): Buffer => auth.deriveKey('unsubscribe links');

/** In the transaction that causes the news, for people without a device. Nothing without a mail server or an address for
 * links. */
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
    (await repo.listReaders(tx, userIds)).map((userId) => ({
      payload: { user_id: userId, since: now },
      key: userId,
      userId,
      dueAtMs: clock.now() + COLLECTED_MS,
    })),
  );
}

async function sendNews(ctx: Context, { user_id: userId, since }: NewsMailJob, id: string): Promise<void> {
  const nowMs = ctx.clock.now();
  const [now, origin] = [nowIso(ctx), ctx.config.publicUrl];
  const reader = await repo.findReader(ctx.db, userId, new Date(nowMs - DAY_MS).toISOString());
  if (reader === undefined || origin === null) return;
  const { off, quiet } = settingsOf(reader);
  const quietMs = quietUntilMs(quiet, reader.time_zone ?? 'UTC', nowMs);
  if (quietMs !== null) throw new JobLaterError('Quiet hours', quietMs);
  if (reader.sent >= MAILS_A_DAY && reader.first_sent_at !== null) {
    throw new JobLaterError('Enough mails for a day', Date.parse(reader.first_sent_at) + DAY_MS);
  }
  const kinds = [...MAILED_KINDS].filter((kind) => !off.includes(categoryOf(kind as NotificationKind)));
  const asked = { userId, afterId: reader.up_to_id, since, kinds, now, limit: NEWS_MAX };
  const news = await repo.listNews(ctx.db, asked);
  const last = news.at(-1);
  if (last === undefined) return;
  const items = news.map((row) => {
    const zone = reader.time_zone ?? row.event_zone ?? 'UTC';
    const { title, body, path } = newsText(row, { zone, nowMs });
    return { text: `${title}: ${body}`, url: `${origin}${path}` };
  });
  const stopUrl = `${origin}${unsubscribePath(unsubscribeToken(keyOf(ctx), userId))}`;
  const mail = mails.news(reader.email, { items, stopUrl, notificationsUrl: `${origin}/notifications` });
  await ctx.mail.send(mail, id);
  await repo.insertMail(ctx.db, { userId, now, upToId: last.id });
}

/** Without a session, by the link of a mail. @throws HttpError `not_found` for a link that does not work */
export async function stopNewsMails(ctx: Context, token: string): Promise<void> {
  const userId = userOfToken(keyOf(ctx), token);
  if (userId === null) throw new HttpError('not_found', NEWS_MAIL_TEXTS.gone);
  await stopMails(ctx, userId);
}

export function startNewsMails(ctx: Context): Stop {
  ctx.jobs.handle(newsMailJob, (job, { id }) => sendNews(ctx, job, id));
  return startInterval(ctx, {
    everyMs: HOUR_MS,
    failure: 'could not sweep mails about news',
    work: () => repo.deleteMailsBefore(ctx.db, new Date(ctx.clock.now() - DAY_MS).toISOString()),
  });
}
