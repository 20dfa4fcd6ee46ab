import { NO_NAME } from '@hereabouts/contract/users';
import { deleteAccountByOperator } from '#server/features/account-data/deletion-service.ts';
import { done, logAction, plain, recorded, refused, type CommandResult, type Running } from './command.ts';
import { findPeople, findPerson, type PersonRow } from './repo.ts';

const PEOPLE_MAX = 50;

export async function findSomebody(running: Running, text: string): Promise<CommandResult> {
  logAction(running, 'people find');
  const people = await findPeople(running.ctx.db, text, PEOPLE_MAX);
  if (people.length === 0) return refused('Nobody found.');
  const more = people.length === PEOPLE_MAX ? `\n\nThe first ${PEOPLE_MAX} are shown.` : '';
  return done(people.map(describe).join('\n\n') + more);
}

export async function withPerson(
  running: Running,
  idOrAddress: string,
  act: (running: Running, person: PersonRow) => Promise<CommandResult>,
): Promise<CommandResult> {
  const person = await findPerson(running.ctx.db, idOrAddress);
  return person === undefined ? refused('Nobody has this id, email or phone.') : await act(running, person);
}

export async function signOut(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'people sign-out';
  await running.ctx.auth.endUser(person.id, recorded(running, action, { user_id: person.id }));
  logAction(running, action, person.id);
  return done(`Signed out everywhere:\n${describe(person)}`);
}

export async function suspend(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'people suspend';
  const record = recorded(running, action, { user_id: person.id });
  if (!(await running.ctx.auth.suspend(person.id, record)))
    return refused('This person is suspended already.');
  logAction(running, action, person.id);
  return done(`Suspended, signed out everywhere:\n${describe(person)}`);
}

export async function reinstate(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'people reinstate';
  const record = recorded(running, action, { user_id: person.id });
  if (!(await running.ctx.auth.reinstate(person.id, record)))
    return refused('This person is not suspended, or the account is being deleted.');
  logAction(running, action, person.id);
  return done(`Can sign in again:\n${describe({ ...person, suspended_since: null })}`);
}

export async function removeMfa(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'people remove-mfa';
  const record = recorded(running, action, { user_id: person.id });
  if (!(await running.ctx.auth.removeSecondFactor(person.id, record))) {
    return refused('This person has no two-step sign-in.');
  }
  logAction(running, action, person.id);
  return done(`Two-step sign-in is off, signed out everywhere:\n${describe(person)}`);
}

export const askAgain = async (_: Running, person: PersonRow): Promise<CommandResult> =>
  refused(
    `This deletes the account for good:\n${describe(person)}\nRun it again with --yes and --why to do so.`,
  );

export async function deleteAccount(running: Running, person: PersonRow): Promise<CommandResult> {
  const action = 'people delete';
  await deleteAccountByOperator(running.ctx, person.id, recorded(running, action, { user_id: person.id }));
  logAction(running, action, person.id);
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
