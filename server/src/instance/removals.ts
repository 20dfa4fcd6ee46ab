import { randomUUID } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import { counter, type Metrics } from '#server/metrics.ts';
import { isNewAccount } from '#server/accounts/new-accounts.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';

type EventAndPerson = readonly [eventId: number, userId: string];
/** Who did it, and to whom. */
type Pair = readonly [userId: string, otherId: string];
type Event = readonly [eventId: number];
type Person = readonly [userId: string];

type Revocations = {
  message: readonly [messageId: string];
  /** The announcement stays in the chat. */
  takendown: readonly [messageId: string];
  guest: EventAndPerson;
  cohost: EventAndPerson;
  appointed: EventAndPerson;
  blocked: Pair;
  unblocked: Pair;
  /** Of a friendship or a request, in either order. */
  unfriended: Pair;
  private: Event;
  public: Event;
  /** E-mail address and phone number are for friends only. */
  contacthidden: Person;
  contactshown: Person;
};
export type RevocationKind = keyof Revocations;

/** What must not come back with a backup (OPS-11). */
export const REMOVAL_KINDS = [
  'user',
  'message',
  'event',
  'picture',
  'suspended',
  'reinstated',
  'session',
  'takendown',
  'guest',
  'cohost',
  'appointed',
  'blocked',
  'unblocked',
  'unfriended',
  'private',
  'public',
  'contacthidden',
  'contactshown',
] as const;
export type RemovalKind = (typeof REMOVAL_KINDS)[number];
export type Removal = { atMs: number; kind: RemovalKind; id: string };

/** Time, kind and ids. */
export const NOTE_NAME = /^(\d{13})\.([a-z]+)\.([A-Za-z0-9.-]+)$/;
/** No backup should be older. */
export const REMOVALS_KEPT_MS = 90 * DAY_MS;

/** A crash right after the answer must not lose a removal; storage that does not answer must not hold it up. */
const WAIT_MS = SECOND_MS;

export const NOTES_PER_BATCH = 50;
/** Notes a day. Blocks and deletions are never refused: without a limit one person could fill the disk by blocking and
 * unblocking. What exceeds it is not noted: a restore from an older backup brings back only that person's own revocations. */
const NOTES_PER_DAY = { ofLists: 1_000, ofOneself: 500, newAccount: 5, newAccounts: 20_000 };
/** Protects the person: guests who return as often as they are removed cannot use up these notes. */
const OF_ONESELF: ReadonlySet<string> = new Set<RevocationKind>([
  'blocked',
  'unblocked',
  'unfriended',
  'private',
  'public',
  'contacthidden',
  'contactshown',
]);

export const BY_OPERATOR = 'operator';

/** `account`: age of the account that ended, or whose session did; none for what the operator removes. */
type OneNote = { note: string; account?: 'new' | 'old' };
const keepRemoval = jobKind<OneNote>('keep_removal');
/** A separate kind, so that nobody waits for them: a thousand guests may go at once. */
const keepRevocations = jobKind<{ by: string; notes: string[] }>('keep_revocations');
export const KEEP_REMOVALS = [keepRemoval.name, keepRevocations.name];

/** In the transaction of the removal; the note is kept outside the database. `by`: whose account or session ends, before its row
 * is gone: these notes are limited. */
export async function noteRemoval(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  kind: RemovalKind,
  id: string | number,
  by: string = BY_OPERATOR,
): Promise<void> {
  const note: OneNote = { note: `${clock.now()}.${kind}.${id}` };
  if (by !== BY_OPERATOR) note.account = (await isNewAccount({ db: tx, clock }, by)) ? 'new' : 'old';
  await jobs.enqueue(tx, keepRemoval, note, { expiresAtMs: clock.now() + REMOVALS_KEPT_MS });
}

/** Notes what `by` has revoked. Written after the commit and not awaited, because nothing may delay a revocation (LIVE-10). */
export async function noteRevocations<Kind extends RevocationKind>(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  kind: Kind,
  { by, of }: { by: string; of: readonly Revocations[Kind][] },
): Promise<void> {
  const nowMs = clock.now();
  const names = of.map((ids) => `${nowMs}.${kind}.${ids.join('.')}`);
  const expiresAtMs = nowMs + REMOVALS_KEPT_MS;
  const shared = { sources: [by], isEssential: true, expiresAtMs };
  const asked = batchesOf(names, NOTES_PER_BATCH).map((notes) => ({
    payload: { by, notes },
    key: randomUUID(),
    ...shared,
  }));
  await jobs.enqueueMany(tx, keepRevocations, asked);
}

export type NoteLimits = {
  isNewAccount: (userId: string) => Promise<boolean>;
  hasSpace: () => Promise<boolean>;
};

export function handleRemovals(
  { jobs, storage, clock, metrics }: Pick<Context, 'jobs' | 'storage' | 'clock'> & { metrics: Metrics },
  { isNewAccount, hasSpace }: NoteLimits,
): void {
  const unnoted = counter(
    metrics,
    'revocations_unnoted_total',
    'Taken back or deleted beyond the limits of notes: a restore would bring it back',
  );
  const daily = (max: number) => createRateLimit({ max, windowMs: DAY_MS }, clock);
  const ofLists = daily(NOTES_PER_DAY.ofLists);
  const ofOneself = daily(NOTES_PER_DAY.ofOneself);
  const newAccount = daily(NOTES_PER_DAY.newAccount);
  const newAccounts = daily(NOTES_PER_DAY.newAccounts);
  const isTooMuch = async (by: string, notes: readonly string[]) => {
    if (by === BY_OPERATOR) return false;
    const limit = OF_ONESELF.has(kindOf(notes[0])) ? ofOneself : ofLists;
    const count = notes.length;
    if (limit.take(by, count) > 0 || !(await hasSpace())) return true;
    const isNew = await isNewAccount(by);
    return isNew && newAccount.take(by, count) > 0 && newAccounts.take('together', count) > 0;
  };

  const isOneTooMany = async (account: OneNote['account']) =>
    account !== undefined &&
    (!(await hasSpace()) || (account === 'new' && newAccounts.take('deletions') > 0));

  const keepOne = async ({ note, account }: OneNote, { attempt }: { attempt: number }) => {
    if (attempt === 1 && (await isOneTooMany(account))) return unnoted.inc();
    await storage.notes.add(note);
  };
  jobs.handle(keepRemoval, keepOne, { waitMs: WAIT_MS, runsInCommands: true });

  const keep = async ({ by, notes }: { by: string; notes: string[] }, { attempt }: { attempt: number }) => {
    if (attempt === 1 && (await isTooMuch(by, notes))) return unnoted.inc(notes.length);
    for (const note of notes) await storage.notes.add(note);
  };
  // One at a time leaves the threads that write files to requests.
  jobs.handle(keepRevocations, keep, { concurrency: 1, runsInCommands: true });
}

const kindOf = (note = ''): string => NOTE_NAME.exec(note)?.[2] ?? '';
