import { REPORT_MESSAGES, type ReportInput } from '@hereabouts/contract/reports';
import { createBackground, type Background } from '#server/auth/background.ts';
import { nowIso, type Context } from '#server/context.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { mails } from '#server/mail/templates.ts';
import { isOwn } from './policy.ts';
import * as repo from './repo.ts';

/**
 * Keeps a report for the operator, with the words as they are now (SAFE-02), and returns its number. Call
 * `mailReport` with it afterwards.
 * @throws HttpError `not_found` alike for what does not exist and what does not exist for the viewer: a person who is
 * blocked, an event they cannot see, a message of a chat that is closed to them; `invalid` for one's own
 */
export async function report(ctx: Context, viewer: Viewer, input: ReportInput): Promise<number> {
  const subject = await repo.findSubject(ctx.db, viewer.userId, input);
  if (subject === undefined) throw notFound();
  if (isOwn(viewer, subject)) throw new HttpError('invalid', REPORT_MESSAGES.self);
  const { kind, reason } = input;
  const row = { ...subject, reporter_id: viewer.userId, kind, reason, now: nowIso(ctx) };
  return await repo.insertReport(ctx.db, row).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? notFound() : error;
  });
}

/** Mails that are on their way to the operator; close it before the mailer. */
export const createReportMails = (ctx: Context): Background => createBackground(ctx);

/** Tells the operator where an address is set up. Neither waits nor fails: the report is kept whatever the mail does. */
export function mailReport(ctx: Context, deliveries: Background, id: number): void {
  const to = ctx.config.operatorEmail;
  if (to === null) return;
  try {
    deliveries.deliver('mailing a report to the operator', async () => {
      const row = await repo.findReport(ctx.db, id);
      if (row !== undefined) await ctx.mail.send(mails.report(to, row));
    });
  } catch (error) {
    ctx.log.error({ err: error, report: id }, 'could not mail a report to the operator');
  }
}

/** For the operator: the newest reports. */
export const listReports = (
  ctx: Context,
  which: { openOnly: boolean; limit: number },
): Promise<repo.ReportRow[]> => repo.listReports(ctx.db, which);

/** For the operator: this report is dealt with. False when there is none of this number. */
export const closeReport = (ctx: Context, id: number): Promise<boolean> =>
  repo.closeReport(ctx.db, id, nowIso(ctx));
