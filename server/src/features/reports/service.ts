import { HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import { REPORT_TEXTS, type ReportInput } from '@hereabouts/contract/reports';
import { canReport } from '#server/access/reports.ts';
import { createBackground, type Background } from '#server/auth/background.ts';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { mails } from '#server/mail/templates.ts';
import { createRateLimit, type RateLimit } from '#server/rate-limits/memory-limit.ts';
import { REPORT_MAILS_PER_HOUR, REPORTS_PER_DAY } from './policy.ts';
import * as repo from './repo.ts';

/** Stores a report with the current text (SAFE-02) and mails it; merged with an equal open one. @throws
 * HttpError `not_found` alike for missing and invisible content (a blocked person, a private event, a chat
 * without access); `invalid` for the viewer's own; `rate_limited` */
export async function report(
  ctx: Context,
  deliveries: ReportMails,
  viewer: Viewer,
  input: ReportInput,
): Promise<void> {
  const subject = await repo.findSubject(ctx.db, viewer.userId, input);
  if (subject === undefined) throw notFound();
  if (!canReport(viewer, subject)) throw new HttpError('invalid', REPORT_TEXTS.self);
  const { kind, reason } = input;
  const row = { ...subject, reporter_id: viewer.userId, kind, reason, now: nowIso(ctx) };
  await ctx
    .change(async (tx, after) => {
      // Serialises the reports of one person.
      await repo.lockReporter(tx, viewer.userId);
      if (await repo.hasEqualOpenReport(tx, row)) return;
      await refuseTooMany(ctx, tx, viewer.userId);
      const id = await repo.insertReport(tx, row);
      after.run('could not mail a report to the operator', () => mailReport(ctx, deliveries, id));
    })
    .catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? notFound() : error;
    });
}

async function refuseTooMany(ctx: Context, tx: Queryable, userId: string): Promise<void> {
  const since = new Date(ctx.clock.now() - DAY_MS).toISOString();
  const first = await repo.findNthReportSince(tx, userId, { since, n: REPORTS_PER_DAY });
  if (first !== null) throw rateLimited(Date.parse(first) + DAY_MS - ctx.clock.now());
}

/** Report mails in flight; close it before the mailer. */
export type ReportMails = Background & { single: RateLimit };

export const createReportMails = (ctx: Context): ReportMails => ({
  ...createBackground(ctx),
  single: createRateLimit({ max: REPORT_MAILS_PER_HOUR, windowMs: HOUR_MS }, ctx.clock),
});

/** To the configured operator: each report, or hourly if there are many. Not awaited. */
function mailReport(ctx: Context, deliveries: ReportMails, id: number): void {
  const to = ctx.config.operatorEmail;
  if (to === null) return;
  const mailOne = async () => {
    const row = await repo.findReport(ctx.db, id);
    if (row !== undefined) await ctx.mail.send(mails.report(to, row));
  };
  const mailCount = async () => {
    const open = await repo.countOpenReports(ctx.db);
    if (open > 0) await ctx.mail.send(mails.openReports(to, open));
  };
  const what = 'mailing a report to the operator';
  if (deliveries.single.take('operator') === 0) deliveries.deliver(what, mailOne);
  else ctx.throttle.run('open reports', HOUR_MS, () => deliveries.deliver(what, mailCount));
}

export const listReports = (
  ctx: Context,
  which: { openOnly: boolean; limit: number },
): Promise<repo.ReportRow[]> => repo.listReports(ctx.db, which);

/** False for an unknown number. */
export const closeReport = (ctx: Context, id: number): Promise<boolean> =>
  repo.closeReport(ctx.db, id, nowIso(ctx));
