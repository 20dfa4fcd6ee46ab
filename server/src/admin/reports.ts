import { NO_NAME } from '@hereabouts/contract/users';
import { imageUrl } from '@hereabouts/contract/uploads';
import { closeReport, listReports, type ReportRow } from '#server/features/reports/service.ts';
import {
  done,
  logAction,
  newestOnly,
  plain,
  recorded,
  refused,
  type CommandResult,
  type Running,
} from './command.ts';

const REPORTS_MAX = 200;

export async function showReports(running: Running, openOnly: boolean): Promise<CommandResult> {
  logAction(running, 'reports');
  const reports = await listReports(running.ctx, { openOnly, limit: REPORTS_MAX });
  if (reports.length === 0) return done(openOnly ? 'No open reports.' : 'No reports.');
  const blocks = reports.map((report) =>
    [
      `${report.id}  ${report.created_at}  ${report.kind}${report.closed_at === null ? '' : `  closed ${report.closed_at}`}`,
      `    reported   ${reported(report)}`,
      ...(report.was_visible || report.missing_digest !== null
        ? []
        : ['    seen       not by the reporter, or no longer']),
      ...(report.event_id === null ? [] : [`    event      ${report.event_id}`]),
      ...(report.message_id === null ? [] : [`    message    ${report.message_id}`]),
      ...(report.picture === null ? [] : [`    picture    ${imageUrl(report.picture)}`]),
      `    of         ${who(report.user_id, report.user_name, report.user_email)}`,
      `    reason     ${plain(report.reason)}`,
      `    reporter   ${who(report.reporter_id, report.reporter_name, report.reporter_email)}`,
    ].join('\n'),
  );
  return done(blocks.join('\n\n') + newestOnly(reports, REPORTS_MAX));
}

export async function closeOne(running: Running, id: number): Promise<CommandResult> {
  const action = 'reports close';
  const isClosed =
    Number.isSafeInteger(id) &&
    (await closeReport(running.ctx, id, recorded(running, action, { report_id: id })));
  if (!isClosed) return refused('There is no report of this number.');
  logAction(running, action);
  return done(`Report ${id} is closed.`);
}

function reported({ subject, missing_digest }: ReportRow): string {
  if (missing_digest !== null) return 'what is gone or never existed';
  return subject === null ? 'deleted, closed long ago' : plain(subject) || NO_NAME;
}

const who = (id: string | null, name: string | null, email: string | null): string =>
  id === null
    ? 'somebody whose account is gone'
    : `${plain(name ?? '') || NO_NAME} <${plain(email ?? '–')}> ${id}`;
