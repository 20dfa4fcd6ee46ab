import { parseArgs } from 'node:util';
import { NO_NAME } from '@hereabouts/contract/users';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { deletePerson } from '#server/features/account-data/service.ts';
import { removeMessage } from '#server/features/chat/service.ts';
import { closeReport, findReport, listReports } from '#server/features/reports/service.ts';
import { findPeople, findPerson, insertAction, listActions, type PersonRow, type Targets } from './repo.ts';

export type CommandResult = { ok: boolean; text: string };

const REPORTS_MAX = 200;
const PEOPLE_MAX = 50;
const ACTIONS_MAX = 200;
const WHY_MAX = 1_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `operator`: the system user of who typed it. */
export type CommandRequest = { args: readonly string[]; operator: string };

export const USAGE = `Usage: npm run admin -- <command> [--why "REASON"]

  reports [--all]             open reports, newest first; --all: the closed ones too
  reports close NUMBER        a report is dealt with
  people find TEXT            by part of a name, email or phone, or by id
  people sign-out ID|EMAIL    end every session of a person (*)
  people suspend ID|EMAIL     sign a person out and let nobody sign in to the account (*)
  people reinstate ID|EMAIL   let them sign in again
  people remove-mfa ID|EMAIL  turn off two-step sign-in for somebody who lost it, and end every session (*)
  people delete ID|EMAIL --yes
                              delete an account for good, as its owner could (*)
  messages remove ID|REPORT   replace a message, by its id or the number of its report, for everybody (*)
  log                         what operators did, newest first

(*) needs --why
`;

const OPTIONS = {
  all: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  why: { type: 'string', default: '' },
} as const;

/** What a command may use. */
type Running = { ctx: Context; operator: string; why: string; yes: boolean };

/** Runs one operator command. People's texts are printed without control characters. */
export async function runCommand(ctx: Context, { args, operator }: CommandRequest): Promise<CommandResult> {
  const parsed = parse(args);
  if (parsed === null) return { ok: false, text: USAGE };
  const { values, positionals } = parsed;
  const why = values.why.trim();
  if (why.length > WHY_MAX) return refused(`--why can have at most ${WHY_MAX} characters.`);
  return await dispatch({ ctx, operator, why, yes: values.yes }, positionals, values.all);
}

async function dispatch(
  running: Running,
  [noun, verb, ...rest]: readonly string[],
  isAll: boolean,
): Promise<CommandResult> {
  const text = rest.join(' ');
  switch (`${noun} ${verb ?? ''}`.trim()) {
    case 'log':
      return await showLog(running);
    case 'reports':
      return await showReports(running, !isAll);
    case 'reports close':
      if (rest.length === 1) return await close(running, Number(text));
      break;
    case 'messages remove':
      if (rest.length === 1) return await removeReported(running, text);
      break;
    case 'people find':
      if (text !== '') return await find(running, text);
      break;
    case 'people sign-out':
      if (text !== '') return await withPerson(running, text, signOut);
      break;
    case 'people suspend':
      if (text !== '') return await withPerson(running, text, suspend);
      break;
    case 'people reinstate':
      if (text !== '') return await withPerson(running, text, reinstate);
      break;
    case 'people remove-mfa':
      if (text !== '') return await withPerson(running, text, removeMfa);
      break;
    case 'people delete':
      if (text !== '') return await withPerson(running, text, running.yes ? remove : askAgain);
      break;
  }
  return { ok: false, text: USAGE };
}

/** Null for an unknown option, or one without its value. */
function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    return null;
  }
}

const done = (text: string): CommandResult => ({ ok: true, text: `${text}\n` });
const refused = (text: string): CommandResult => ({ ok: false, text: `${text}\n` });

const NO_WHY = refused('Say why: add --why "REASON".');

/** The security log has the command and only the id of its account (OPS-08). */
const logAction = ({ ctx }: Running, method: string, userId?: string): void =>
  ctx.securityLog.record('operator_action', { method, userId });

/** For the transaction of an action: who did what, when and why (OPS-04). */
const recorded =
  ({ ctx, operator, why }: Running, action: string, targets: Targets) =>
  (tx: Queryable): Promise<void> =>
    insertAction(tx, { ...targets, operator, action, reason: why === '' ? null : why, now: nowIso(ctx) });

async function showLog(running: Running): Promise<CommandResult> {
  logAction(running, 'log');
  const actions = await listActions(running.ctx.db, ACTIONS_MAX);
  if (actions.length === 0) return done('No operator has done anything yet.');
  const blocks = actions.map((action) =>
    [
      `${action.created_at}  ${plain(action.operator)}  ${action.action}`,
      ...(action.report_id === null ? [] : [`    report     ${action.report_id}`]),
      ...(action.user_id === null ? [] : [`    person     ${action.user_id}`]),
      ...(action.event_id === null ? [] : [`    event      ${action.event_id}`]),
      ...(action.message_id === null ? [] : [`    message    ${action.message_id}`]),
      `    why        ${plain(action.reason ?? '–')}`,
    ].join('\n'),
  );
  return done(blocks.join('\n\n') + newestOnly(actions, ACTIONS_MAX));
}

async function showReports(running: Running, openOnly: boolean): Promise<CommandResult> {
  logAction(running, 'reports');
  const reports = await listReports(running.ctx, { openOnly, limit: REPORTS_MAX });
  if (reports.length === 0) return done(openOnly ? 'No open reports.' : 'No reports.');
  const blocks = reports.map((report) =>
    [
      `${report.id}  ${report.created_at}  ${report.kind}${report.closed_at === null ? '' : `  closed ${report.closed_at}`}`,
      `    reported   ${report.subject === null ? 'deleted, closed long ago' : plain(report.subject) || NO_NAME}`,
      ...(report.event_id === null ? [] : [`    event      ${report.event_id}`]),
      ...(report.message_id === null ? [] : [`    message    ${report.message_id}`]),
      `    of         ${who(report.user_id, report.user_name, report.user_email)}`,
      `    reason     ${plain(report.reason)}`,
      `    reporter   ${who(report.reporter_id, report.reporter_name, report.reporter_email)}`,
    ].join('\n'),
  );
  return done(blocks.join('\n\n') + newestOnly(reports, REPORTS_MAX));
}

const newestOnly = (rows: readonly unknown[], max: number): string =>
  rows.length === max ? `\n\nThe newest ${max} are shown.` : '';

async function close(running: Running, id: number): Promise<CommandResult> {
  const action = 'reports close';
  const isClosed =
    Number.isSafeInteger(id) &&
    (await closeReport(running.ctx, id, recorded(running, action, { report_id: id })));
  if (!isClosed) return refused('There is no report of this number.');
  logAction(running, action);
  return done(`Report ${id} is closed.`);
}

async function removeReported(running: Running, idOrReport: string): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const named = await nameMessage(running, idOrReport);
  if (named === null) return refused('There is no such message, and no report of one with this number.');
  const action = 'messages remove';
  const removed = await removeMessage(running.ctx, named.id, (tx, { id, event_id, user_id }) =>
    recorded(running, action, { message_id: id, event_id, user_id, report_id: named.reportId })(tx),
  );
  if (removed === null) return refused('There is no such message, or it is removed already.');
  logAction(running, action, removed.user_id ?? undefined);
  return done(`Removed: message ${removed.id} of event ${removed.event_id}.`);
}

async function nameMessage({ ctx }: Running, idOrReport: string) {
  if (UUID.test(idOrReport)) return { id: idOrReport, reportId: null };
  const reportId = Number(idOrReport);
  const report = Number.isSafeInteger(reportId) ? await findReport(ctx, reportId) : undefined;
  return report?.message_id == null ? null : { id: report.message_id, reportId };
}

async function find(running: Running, text: string): Promise<CommandResult> {
  logAction(running, 'people find');
  const people = await findPeople(running.ctx.db, text, PEOPLE_MAX);
  if (people.length === 0) return refused('Nobody found.');
  const more = people.length === PEOPLE_MAX ? `\n\nThe first ${PEOPLE_MAX} are shown.` : '';
  return done(people.map(describe).join('\n\n') + more);
}

async function withPerson(
  running: Running,
  idOrAddress: string,
  act: (running: Running, person: PersonRow) => Promise<CommandResult>,
): Promise<CommandResult> {
  const person = await findPerson(running.ctx.db, idOrAddress);
  return person === undefined ? refused('Nobody has this id, email or phone.') : await act(running, person);
}

async function signOut(running: Running, person: PersonRow): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const action = 'people sign-out';
  logAction(running, action, person.id);
  await running.ctx.auth.endUser(person.id, recorded(running, action, { user_id: person.id }));
  return done(`Signed out everywhere:\n${describe(person)}`);
}

async function suspend(running: Running, person: PersonRow): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const action = 'people suspend';
  const record = recorded(running, action, { user_id: person.id });
  if (!(await running.ctx.auth.suspend(person.id, record)))
    return refused('This person is suspended already.');
  logAction(running, action, person.id);
  return done(`Suspended, signed out everywhere:\n${describe(person)}`);
}

async function reinstate(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'people reinstate';
  const record = recorded(running, action, { user_id: person.id });
  if (!(await running.ctx.auth.reinstate(person.id, record))) return refused('This person is not suspended.');
  logAction(running, action, person.id);
  return done(`Can sign in again:\n${describe({ ...person, suspended_since: null })}`);
}

async function removeMfa(running: Running, person: PersonRow): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const action = 'people remove-mfa';
  const record = recorded(running, action, { user_id: person.id });
  if (!(await running.ctx.auth.removeSecondFactor(person.id, record))) {
    return refused('This person has no two-step sign-in.');
  }
  logAction(running, action, person.id);
  return done(`Two-step sign-in is off, signed out everywhere:\n${describe(person)}`);
}

const askAgain = async (_: Running, person: PersonRow): Promise<CommandResult> =>
  refused(
    `This deletes the account for good:\n${describe(person)}\nRun it again with --yes and --why to do so.`,
  );

async function remove(running: Running, person: PersonRow): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const action = 'people delete';
  logAction(running, action, person.id);
  await deletePerson(running.ctx, person.id, recorded(running, action, { user_id: person.id }));
  return done(`Deleted:\n${describe(person)}`);
}

const describe = (person: PersonRow): string =>
  [
    `${person.id}  ${plain(person.name) || NO_NAME}`,
    `    email      ${plain(person.email ?? '–')}`,
    `    phone      ${plain(person.phone ?? '–')}`,
    `    since      ${person.created_at}, last signed in ${person.last_sign_in_at ?? 'never'}`,
    ...(person.suspended_since === null ? [] : [`    suspended  since ${person.suspended_since}`]),
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
