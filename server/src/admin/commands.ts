import { NO_NAME } from '@hereabouts/contract/users';
import type { Context } from '#server/context.ts';
import { deletePerson } from '#server/features/account-data/service.ts';
import { closeReport, listReports } from '#server/features/reports/service.ts';
import { findPeople, findPerson, type PersonRow } from './repo.ts';

export type CommandResult = { ok: boolean; text: string };

const REPORTS_MAX = 200;
const PEOPLE_MAX = 50;

export const USAGE = `Usage: npm run admin -- <command>

  reports [--all]             open reports, newest first; --all: the closed ones too
  reports close NUMBER        a report is dealt with
  people find TEXT            by part of a name, email or phone, or by id
  people sign-out ID|EMAIL    end every session of a person
  people remove-mfa ID|EMAIL  turn off two-step sign-in for somebody who lost it, and end every session
  people delete ID|EMAIL --yes
                              delete an account for good, as its owner could
`;

/** Runs one operator command. People's texts are printed without control characters. */
export async function runCommand(ctx: Context, args: readonly string[]): Promise<CommandResult> {
  const [noun, verb, ...rest] = args;
  if (noun === 'reports') {
    if (verb === undefined || verb === '--all') return await showReports(ctx, verb === undefined);
    if (verb === 'close' && rest.length === 1) return await close(ctx, Number(rest[0]));
  }
  if (noun === 'people') {
    const text = rest.filter((word) => word !== '--yes').join(' ');
    if (verb === 'find' && text !== '') return await find(ctx, text);
    if (verb === 'sign-out' && text !== '') return await withPerson(ctx, text, signOut);
    if (verb === 'remove-mfa' && text !== '') return await withPerson(ctx, text, removeMfa);
    if (verb === 'delete' && text !== '') {
      return await withPerson(ctx, text, rest.includes('--yes') ? remove : askAgain);
    }
  }
  return { ok: false, text: USAGE };
}

const done = (text: string): CommandResult => ({ ok: true, text: `${text}\n` });
const refused = (text: string): CommandResult => ({ ok: false, text: `${text}\n` });

/** Logs the command and only the id of its account (OPS-08). */
const record = (ctx: Context, method: string, userId?: string): void =>
  ctx.securityLog.record('operator_action', { method, userId });

async function showReports(ctx: Context, openOnly: boolean): Promise<CommandResult> {
  record(ctx, 'reports');
  const reports = await listReports(ctx, { openOnly, limit: REPORTS_MAX });
  if (reports.length === 0) return done(openOnly ? 'No open reports.' : 'No reports.');
  const blocks = reports.map((report) =>
    [
      `${report.id}  ${report.created_at}  ${report.kind}${report.closed_at === null ? '' : `  closed ${report.closed_at}`}`,
      `    reported   ${plain(report.subject) || NO_NAME}`,
      ...(report.event_id === null ? [] : [`    event      ${report.event_id}`]),
      ...(report.message_id === null ? [] : [`    message    ${report.message_id}`]),
      `    of         ${who(report.user_id, report.user_name, report.user_email)}`,
      `    reason     ${plain(report.reason)}`,
      `    reporter   ${who(report.reporter_id, report.reporter_name, report.reporter_email)}`,
    ].join('\n'),
  );
  const more = reports.length === REPORTS_MAX ? `\n\nThe newest ${REPORTS_MAX} are shown.` : '';
  return done(blocks.join('\n\n') + more);
}

async function close(ctx: Context, id: number): Promise<CommandResult> {
  const isClosed = Number.isSafeInteger(id) && (await closeReport(ctx, id));
  if (isClosed) record(ctx, 'reports close');
  return isClosed ? done(`Report ${id} is closed.`) : refused('There is no report of this number.');
}

async function find(ctx: Context, text: string): Promise<CommandResult> {
  record(ctx, 'people find');
  const people = await findPeople(ctx.db, text, PEOPLE_MAX);
  if (people.length === 0) return refused('Nobody found.');
  const more = people.length === PEOPLE_MAX ? `\n\nThe first ${PEOPLE_MAX} are shown.` : '';
  return done(people.map(describe).join('\n\n') + more);
}

async function withPerson(
  ctx: Context,
  idOrAddress: string,
  act: (ctx: Context, person: PersonRow) => Promise<CommandResult>,
): Promise<CommandResult> {
  const person = await findPerson(ctx.db, idOrAddress);
  return person === undefined ? refused('Nobody has this id, email or phone.') : await act(ctx, person);
}

async function signOut(ctx: Context, person: PersonRow): Promise<CommandResult> {
  record(ctx, 'people sign-out', person.id);
  await ctx.auth.endUser(person.id);
  return done(`Signed out everywhere:\n${describe(person)}`);
}

async function removeMfa(ctx: Context, person: PersonRow): Promise<CommandResult> {
  if (!(await ctx.auth.removeSecondFactor(person.id))) return refused('This person has no two-step sign-in.');
  ctx.securityLog.record('operator_action', { userId: person.id, method: 'people remove-mfa' });
  return done(`Two-step sign-in is off, signed out everywhere:\n${describe(person)}`);
}

const askAgain = async (_: Context, person: PersonRow): Promise<CommandResult> =>
  refused(`This deletes the account for good:\n${describe(person)}\nRun it again with --yes to do so.`);

async function remove(ctx: Context, person: PersonRow): Promise<CommandResult> {
  record(ctx, 'people delete', person.id);
  await deletePerson(ctx, person.id);
  return done(`Deleted:\n${describe(person)}`);
}

const describe = (person: PersonRow): string =>
  [
    `${person.id}  ${plain(person.name) || NO_NAME}`,
    `    email      ${plain(person.email ?? '–')}`,
    `    phone      ${plain(person.phone ?? '–')}`,
    `    since      ${person.created_at}, last signed in ${person.last_sign_in_at ?? 'never'}`,
    ...(person.open_reports > 0 ? [`    reports    ${person.open_reports} open`] : []),
  ].join('\n');

const who = (id: string | null, name: string | null, email: string | null): string =>
  id === null
    ? 'somebody whose account is gone'
    : `${plain(name ?? '') || NO_NAME} <${plain(email ?? '–')}> ${id}`;

/** One line, without control and direction characters that a terminal would interpret. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' / ')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim();
