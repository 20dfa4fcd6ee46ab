import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { REPORT_TEXTS, type ReportInput } from '@hereabouts/contract/reports';
import { canReport } from '#server/access/reports.ts';
import { startInterval } from '#server/async/interval.ts';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { isForeignKeyViolation } from '#server/db/errors.ts';
import { HttpError, notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import { SEND_TIMEOUT_MS } from '#server/mail/mailer.ts';
import { operatorMails } from '#server/mail/operator-mails.ts';
import { requireFewerRows } from '#server/rate-limits/stored-rows.ts';
import {
  REPORT_MAILED_FOR_MS,
  REPORT_MAILS_PER_HOUR,
  REPORT_MAILS_PER_HOUR_BY_GUESTS,
  REPORTS_PER_DAY,
  REPORTS_PER_DAY_AS_GUEST,
  SUBJECT_KEPT_MS,
  SWEEP_EVERY_MS,
} from './policy.ts';
import * as repo from './repo.ts';

export type { ReportRow } from './repo.ts';

const reportMail = jobKind<{ report_id: number }>('report_mail');
const openReportsMail = jobKind<Record<string, never>>('open_reports_mail');

/** Stores a report with the current text and picture (SAFE-02) and mails it; an equal open one is merged. The answer is the same
 * for what the reporter sees, has lost or never saw, and for what does not exist: nobody puts anything out of its reach by a
 * block, a removal or a deletion, and nobody learns what there is. @throws HttpError `invalid` for the viewer's own, `rate_limited` */
export async function report(ctx: Context, viewer: Viewer, input: ReportInput): Promise<void> {
  const subject = await repo.findSubject(ctx.db, viewer.userId, input);
  // Only for visible subjects: otherwise the refusal would reveal whether the subject still exists.
  if (subject?.was_visible && !canReport(viewer, subject)) throw new HttpError('invalid', REPORT_TEXTS.self);
  try {
    await store(ctx, viewer, input, subject ?? repo.MISSING);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    // The subject was deleted meanwhile; if it fails again, the reporter was.
    await store(ctx, viewer, input, repo.MISSING).catch((again: unknown) => {
      throw isForeignKeyViolation(again) ? notFound() : again;
    });
  }
}

function store(ctx: Context, viewer: Viewer, input: ReportInput, subject: repo.SubjectRow): Promise<void> {
  const { userId } = viewer;
  const by_guest = viewer.isAnonymous === true;
  const { kind, reason } = input;
  const digest = repo.digestOf(input);
  const row = { ...subject, reporter_id: userId, kind, digest, by_guest, reason, now: nowIso(ctx) };
  return ctx.change(async (tx) => {
    await repo.lockReporter(tx, userId);
    if (await repo.hasEqualOpenReport(tx, row)) return;
    await refuseTooMany(ctx, tx, viewer);
    const id = await repo.insertReport(tx, row);
    await enqueueReportMail(ctx, tx, viewer, id);
  });
}

async function refuseTooMany(ctx: Context, tx: Queryable, viewer: Viewer): Promise<void> {
  const max = viewer.isAnonymous ? REPORTS_PER_DAY_AS_GUEST : REPORTS_PER_DAY;
  await requireFewerRows(ctx, tx, repo.REPORTED_BY, { ownerId: viewer.userId, max, periodMs: DAY_MS });
}

/** One mail per report, or per hour where there are many. Anonymous accounts use up no mails of the others. */
async function enqueueReportMail(
  { config, jobs, clock }: Context,
  tx: Queryable,
  { isAnonymous }: Viewer,
  id: number,
): Promise<void> {
  if (config.operatorEmail === null) return;
  const since = isoAgo({ clock }, HOUR_MS);
  const byGuests = isAnonymous === true;
  const most = byGuests ? REPORT_MAILS_PER_HOUR_BY_GUESTS : REPORT_MAILS_PER_HOUR;
  const latest = await repo.countReportsSince(tx, since, { byGuests, max: most + 1 });
  const expiresAtMs = clock.now() + REPORT_MAILED_FOR_MS;
  if (latest <= most) {
    await jobs.enqueue(tx, reportMail, { report_id: id }, { expiresAtMs });
  } else {
    const dueAtMs = clock.now() + HOUR_MS;
    await jobs.enqueueMany(tx, openReportsMail, [{ payload: {}, key: 'all', dueAtMs, expiresAtMs }]);
  }
}

/** Call once for each process. */
export function handleReportMails({ config, jobs, db, mail }: Context): void {
  const to = config.operatorEmail;
  const options = { timeoutMs: SEND_TIMEOUT_MS };
  jobs.handle(
    reportMail,
    async ({ report_id }, job) => {
      const row = to === null ? undefined : await repo.findReport(db, report_id);
      if (to !== null && row !== undefined && row.closed_at === null)
        await mail.send(operatorMails.report(to, row), job.id, reportMail.name);
    },
    options,
  );
  jobs.handle(
    openReportsMail,
    async (_, job) => {
      const open = to === null ? 0 : await repo.countOpenReports(db);
      // The job may run again: a mail of the same id could pass for a repetition.
      const id = `${job.id}-${open}`;
      if (to !== null && open > 0)
        await mail.send(operatorMails.openReports(to, open), id, openReportsMail.name);
    },
    options,
  );
}

/** Newest first. */
export const listReports = (ctx: Context, which: repo.WhichReports): Promise<repo.ReportRow[]> =>
  repo.listReports(ctx.db, which);

/** False for an unknown number. */
export const closeReport = (
  ctx: Context,
  id: number,
  within?: (tx: Queryable) => Promise<void>,
): Promise<boolean> =>
  ctx.change(async (tx) => {
    if (!(await repo.closeReport(tx, id, nowIso(ctx)))) return false;
    await within?.(tx);
    return true;
  });

/** Returns how many; runs `within` too if there were any. */
export const closeReportsBy = (
  ctx: Context,
  reporterId: string,
  within: (tx: Queryable) => Promise<void>,
): Promise<number> =>
  ctx.change(async (tx) => {
    const closed = await repo.closeReportsBy(tx, reporterId, nowIso(ctx));
    if (closed > 0) await within(tx);
    return closed;
  });

/** Undefined for an unknown number. */
export const findReport = (ctx: Context, id: number): Promise<repo.ReportRow | undefined> =>
  repo.findReport(ctx.db, id);

/** Pictures that have another name, or (null) are being deleted. */
export const renameReportedPictures = (
  tx: Queryable,
  paths: readonly string[],
  name: string | null,
): Promise<void> => repo.renamePictures(tx, paths, name);

export const startReportSweep = (ctx: Context): (() => Promise<void>) =>
  startInterval(ctx, {
    everyMs: SWEEP_EVERY_MS,
    failure: 'sweeping reports failed',
    work: () => sweepReports(ctx),
  });

/** Deletes the content of reports closed long ago. */
export const sweepReports = ({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> =>
  repo.clearContentClosedBefore(db, isoAgo({ clock }, SUBJECT_KEPT_MS));
