import { parseArgs } from 'node:util';
import type { Context } from '#server/context.ts';
import { refused, type CommandResult, type Running } from './command.ts';
import { removeEventOf, removeMessageOf, removePictureOf } from './content.ts';
import { showLog } from './log.ts';
import {
  askAgain,
  deleteAccount,
  findSomebody,
  reinstate,
  removeMfa,
  signOut,
  suspend,
  withPerson,
} from './people.ts';
import { closeOne, showReports } from './reports.ts';
import { takeSnapshot } from './snapshot.ts';
import { createCode, revokeCode, setSignUps, showSignUps } from './sign-ups.ts';

export type { CommandResult } from './command.ts';

const WHY_MAX = 1_000;

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
  messages remove ID|report:NUMBER
                              replace a message for everybody (*)
  events remove ID|report:NUMBER
                              delete an event; its guests are told that one was removed (*)
  pictures remove PATH|report:NUMBER
                              delete a picture: of the reported person or event (*)
  sign-ups                    who can sign up, and the invitation codes that work
  sign-ups open|code|closed   let anybody sign up, whoever has an invitation code, or nobody (*)
  codes create [--uses N] [--days N]
                              make an invitation code for 1 account and 30 days, or as given
  codes revoke NUMBER         an invitation code does not work any more (*)
  snapshot                    take a snapshot of the embedded database now
  log                         what operators did, newest first

(*) needs --why
`;

const OPTIONS = {
  all: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  why: { type: 'string', default: '' },
  uses: { type: 'string', default: '1' },
  days: { type: 'string', default: '30' },
} as const;

/** Runs one operator command. People's texts are printed without control characters. */
export async function runCommand(ctx: Context, { args, operator }: CommandRequest): Promise<CommandResult> {
  const parsed = parse(args);
  if (parsed === null) return { ok: false, text: USAGE };
  const { values, positionals } = parsed;
  const why = values.why.trim();
  if (why.length > WHY_MAX) return refused(`--why can have at most ${WHY_MAX} characters.`);
  return await dispatch({ ctx, operator, why, yes: values.yes }, positionals, values);
}

async function dispatch(
  running: Running,
  [noun, verb, ...rest]: readonly string[],
  { all, uses, days }: { all: boolean; uses: string; days: string },
): Promise<CommandResult> {
  const text = rest.join(' ');
  switch (`${noun} ${verb ?? ''}`.trim()) {
    case 'log':
      return await showLog(running);
    case 'snapshot':
      return await takeSnapshot(running);
    case 'reports':
      return await showReports(running, !all);
    case 'reports close':
      if (rest.length === 1) return await closeOne(running, Number(text));
      break;
    case 'messages remove':
      if (rest.length === 1) return await removeMessageOf(running, text);
      break;
    case 'events remove':
      if (rest.length === 1) return await removeEventOf(running, text);
      break;
    case 'pictures remove':
      if (rest.length === 1) return await removePictureOf(running, text);
      break;
    case 'sign-ups':
      return await showSignUps(running);
    case 'sign-ups open':
    case 'sign-ups code':
    case 'sign-ups closed':
      return (await setSignUps(running, verb ?? '')) ?? { ok: false, text: USAGE };
    case 'codes create':
      return await createCode(running, { uses, days });
    case 'codes revoke':
      if (rest.length === 1) return await revokeCode(running, text);
      break;
    case 'people find':
      if (text !== '') return await findSomebody(running, text);
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
      if (text !== '') return await withPerson(running, text, running.yes ? deleteAccount : askAgain);
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
