import type { SignUpOpenness } from '@hereabouts/contract/settings';
import { done, logAction, recorded, refused, type CommandResult, type Running } from './command.ts';

const USES_MAX = 10_000;
const DAYS_MAX = 365;

const WHO: Record<SignUpOpenness, string> = {
  open: 'Anybody can sign up.',
  code: 'Whoever has an invitation code can sign up.',
  closed: 'Nobody can sign up.',
};

export async function showSignUps(running: Running): Promise<CommandResult> {
  logAction(running, 'sign-ups');
  const { signUps } = running.ctx.auth;
  const codes = await signUps.listCodes();
  const lines = codes.map(
    ({ id, uses_left, expires_at }) => `  ${id}  for ${uses(uses_left)}, until ${expires_at}`,
  );
  const listed =
    lines.length === 0 ? 'No invitation code works.' : ['Invitation codes:', ...lines].join('\n');
  return done(`${WHO[await signUps.openness()]}\n${listed}`);
}

export async function setSignUps(running: Running, openness: SignUpOpenness): Promise<CommandResult> {
  const action = `sign-ups ${openness}`;
  await running.ctx.auth.signUps.setOpenness(openness, recorded(running, action));
  logAction(running, action);
  return done(WHO[openness]);
}

export async function createCode(
  running: Running,
  given: { uses: string; days: string },
): Promise<CommandResult> {
  const [count, days] = [wholeNumber(given.uses, USES_MAX), wholeNumber(given.days, DAYS_MAX)];
  if (count === null) return refused(`--uses is a number from 1 to ${USES_MAX}.`);
  if (days === null) return refused(`--days is a number from 1 to ${DAYS_MAX}.`);
  const { auth, config } = running.ctx;
  const action = 'codes create';
  const created = await auth.signUps.createCode({ uses: count, days }, recorded(running, action));
  logAction(running, action);
  const link = `${config.publicUrl ?? ''}/register?code=${created.code}`;
  return done(
    `${created.code}\nNumber ${created.id}, for ${uses(count)}, until ${created.expiresAt}. As a link: ${link}`,
  );
}

export async function revokeCode(running: Running, number: string): Promise<CommandResult> {
  const id = wholeNumber(number, Number.MAX_SAFE_INTEGER);
  const action = 'codes revoke';
  const isDeleted = id !== null && (await running.ctx.auth.signUps.deleteCode(id, recorded(running, action)));
  if (!isDeleted) return refused('There is no invitation code of this number.');
  logAction(running, action);
  return done(`Invitation code ${id} does not work any more.`);
}

const uses = (count: number): string => (count === 1 ? '1 account' : `${count} accounts`);

function wholeNumber(text: string, max: number): number | null {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= 1 && number <= max ? number : null;
}
