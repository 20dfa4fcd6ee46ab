import { parseArgs } from 'node:util';
import type { Context } from '#server/context.ts';
import { refused, type CommandResult, type Running } from './command.ts';
import { removeEventOf, removeMessageOf, removePictureOf } from './content.ts';
import { showLog } from './log.ts';
import { sendTestMail } from './mails.ts';
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
import { closeAllBy, closeSome, showReports } from './reports.ts';
import { takeSnapshot } from './snapshot.ts';
import { createCode, revokeCode, setSignUps, showSignUps } from './sign-ups.ts';

export type { CommandResult } from './command.ts';

const WHY_MAX = 1_000;

/** `operator`: the system user of who typed it. */
export type CommandRequest = { args: readonly string[]; operator: string };

export const USAGE = `Usage: npm run admin -- <command> [--why "REASON"]

  reports [--all] [--accounts] [--before NUMBER]
                              open reports, newest first; --all: the closed ones too; --accounts: none made by guests
                              without an account; --before: those made earlier
  reports close NUMBER …      these reports are dealt with
  reports close-by ID|EMAIL   so is every open one that somebody made (*)
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
  pictures remove ADDRESS|report:NUMBER
                              delete a picture, by its address in a page or of the reported person or event (*)
  sign-ups                    who can sign up, and the invitation codes that work
  sign-ups open|code|closed   let anybody sign up, whoever has an invitation code, or nobody (*)
  codes create [--uses N] [--days N]
                              make an invitation code for 1 account and 30 days, or as given
  codes revoke NUMBER         an invitation code does not work any more (*)
  mails test ADDRESS          send a mail at once, and say what the mail server answered
  snapshot                    take a snapshot of the embedded database now
  log                         what operators did, newest first

(*) needs --why
`;

const OPTIONS = {
  all: { type: 'boolean', default: false },
  accounts: { type: 'boolean', default: false },
  before: { type: 'string', default: '' },
  yes: { type: 'boolean', default: false },
  why: { type: 'string', default: '' },
  uses: { type: 'string', default: '1' },
  days: { type: 'string', default: '30' },
} as const;

type Values = { all: boolean; accounts: boolean; before: string; uses: string; days: string };
type Command = {
  needsWhy?: true | 'with --yes';
  takes?: 'one word' | 'text';
  run: (running: Running, text: string, values: Values) => Promise<CommandResult>;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  log: { run: showLog },
  'mails test': { takes: 'one word', run: sendTestMail },
  snapshot: { run: takeSnapshot },
  reports: {
    run: (running, _, { all, accounts, before }) => showReports(running, { all, accounts, before }),
  },
  'reports close': { takes: 'text', run: closeSome },
  'reports close-by': { needsWhy: true, takes: 'text', run: toPerson(closeAllBy) },
  'messages remove': { needsWhy: true, takes: 'one word', run: removeMessageOf },
  'events remove': { needsWhy: true, takes: 'one word', run: removeEventOf },
  'pictures remove': { needsWhy: true, takes: 'one word', run: removePictureOf },
  'sign-ups': { run: showSignUps },
  'sign-ups open': { needsWhy: true, run: (running) => setSignUps(running, 'open') },
  'sign-ups code': { needsWhy: true, run: (running) => setSignUps(running, 'code') },
  'sign-ups closed': { needsWhy: true, run: (running) => setSignUps(running, 'closed') },
  'codes create': { run: (running, _, values) => createCode(running, values) },
  'codes revoke': { needsWhy: true, takes: 'one word', run: revokeCode },
  'people find': { takes: 'text', run: findSomebody },
  'people sign-out': { needsWhy: true, takes: 'text', run: toPerson(signOut) },
  'people suspend': { needsWhy: true, takes: 'text', run: toPerson(suspend) },
  'people reinstate': { takes: 'text', run: toPerson(reinstate) },
  'people remove-mfa': { needsWhy: true, takes: 'text', run: toPerson(removeMfa) },
  'people delete': {
    needsWhy: 'with --yes',
    takes: 'text',
    run: (running, text) => withPerson(running, text, running.yes ? deleteAccount : askAgain),
  },
};

function toPerson(act: Parameters<typeof withPerson>[2]): Command['run'] {
  return (running, text) => withPerson(running, text, act);
}

type Chosen = { command: Command; text: string; values: Values & { why: string; yes: boolean } };

/** Reads nothing. */
export function chooseCommand({ args }: Pick<CommandRequest, 'args'>): Chosen | CommandResult {
  const usage = { ok: false, text: USAGE };
  const parsed = parse(args);
  if (parsed === null) return usage;
  const { values, positionals } = parsed;
  const why = values.why.trim();
  if (why.length > WHY_MAX) return refused(`--why can have at most ${WHY_MAX} characters.`);
  const [noun = '', verb = '', ...rest] = positionals;
  const command = COMMANDS[`${noun} ${verb}`.trim()];
  const text = rest.join(' ').trim();
  const hasWords = { 'one word': rest.length === 1, text: text !== '', none: rest.length === 0 };
  if (command === undefined || !hasWords[command.takes ?? 'none']) return usage;
  const needsWhy = command.needsWhy === true || (command.needsWhy === 'with --yes' && values.yes);
  if (needsWhy && why === '') return refused('Say why: add --why "REASON".');
  return { command, text, values: { ...values, why } };
}

/** People's texts are printed without control characters. */
export async function runCommand(ctx: Context, asked: CommandRequest): Promise<CommandResult> {
  const chosen = chooseCommand(asked);
  if ('ok' in chosen) return chosen;
  const { command, text, values } = chosen;
  const { why, yes } = values;
  return await command.run({ ctx, operator: asked.operator, why, yes }, text, values);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    return null;
  }
}
