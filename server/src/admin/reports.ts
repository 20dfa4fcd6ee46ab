import { NO_NAME } from '@hereabouts/contract/users';
import { imageUrl } from '@hereabouts/contract/uploads';
import type { PersonRow } from './repo.ts';
import {
  closeReport,
  closeReportsBy,
  listReports,
  type ReportRow,
} from '#server/features/reports/service.ts';
import { done, logAction, plain, recorded, refused, type CommandResult, type Running } from './command.ts';

const REPORTS_MAX = 200;

export async function showReports(
  running: Running,
  { all, accounts, before }: { all: boolean; accounts: boolean; before: string },
): Promise<CommandResult> {
  if (!/^(?:[1-9]\d{0,14})?$/.test(before)) return refused('--before takes the number of a report.');
  logAction(running, 'reports');
  const reports = await listReports(running.ctx, {
    openOnly: !all,
    withGuests: !accounts,
    limit: REPORTS_MAX,
    before: before === '' ? null : Number(before),
  });
  if (reports.length === 0) return done(all ? 'No reports.' : 'No open reports.');
  const blocks = reports.map((report) =>
    [
      `${report.id}  ${report.created_at}  ${report.kind}${report.closed_at === null ? '' : `  closed ${report.closed_at}`}`,
      `    reported   ${reported(report)}`,
      ...(report.was_visible || report.subject === null
        ? []
        : ['    seen       the reporter cannot see it, or can no longer see it']),
      ...(report.event_id === null ? [] : [`    event      ${report.event_id}`]),
      ...(report.message_id === null ? [] : [`    message    ${report.message_id}`]),
      ...(report.picture === null ? [] : [`    picture    ${imageUrl(report.picture)}`]),
      ...(report.subject === null && report.closed_at === null
        ? []
        : [`    of         ${who(report.user_id, report.user_name, report.user_email)}`]),
      `    reason     ${plain(report.reason)}`,
      `    reporter   ${who(report.reporter_id, report.reporter_name, report.reporter_email)}${report.by_guest ? '  (guest without an account)' : ''}`,
    ].join('\n'),
  );
  const last = reports.length < REPORTS_MAX ? undefined : reports.at(-1);
  const more =
    last === undefined
      ? ''
      : `\n\nOlder ones: reports${all ? ' --all' : ''}${accounts ? ' --accounts' : ''} --before ${last.id}`;
  return done(blocks.join('\n\n') + more);
}

export async function closeAllBy(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'reports close-by';
  const closed = await closeReportsBy(
    running.ctx,
    person.id,
    recorded(running, action, { user_id: person.id }),
  );
  if (closed === 0) return refused('They have made no report that is open.');
  logAction(running, action, person.id);
  return done(`${closed} ${closed === 1 ? 'report is' : 'reports are'} closed.`);
}

const NUMBERS_MAX = 1_000;

export async function closeSome(running: Running, text: string): Promise<CommandResult> {
  const action = 'reports close';
  const words = text.split(/[\s,]+/);
  if (words.length > NUMBERS_MAX) return refused(`At most ${NUMBERS_MAX} numbers at once.`);
  const answers = [];
  for (const word of words) {
    const id = Number(word);
    const isClosed =
      Number.isSafeInteger(id) &&
      (await closeReport(running.ctx, id, recorded(running, action, { report_id: id })));
    if (isClosed) logAction(running, action);
    answers.push({ isClosed, text: isClosed ? `Report ${id} is closed.` : `There is no report ${word}.` });
  }
  const said = answers.map((answer) => answer.text).join('\n');
  return { ok: answers.every(({ isClosed }) => isClosed), text: `${said}\n` };
}

function reported({ subject, closed_at }: ReportRow): string {
  if (subject !== null) return plain(subject) || NO_NAME;
  return closed_at === null
    ? 'what is gone or never existed'
    : 'gone, or deleted a while after this was closed';
}

const who = (id: string | null, name: string | null, email: string | null): string =>
  id === null
    ? 'somebody whose account is gone'
    : `${plain(name ?? '') || NO_NAME} <${plain(email ?? '–')}> ${id}`;
