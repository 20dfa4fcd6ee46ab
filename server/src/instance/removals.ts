import { DAY_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { startInterval } from '#server/async/interval.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import type { Notes } from '#server/storage/storage.ts';

/** What must not come back with a backup (OPS-11). */
const KINDS = ['user', 'message', 'event', 'picture', 'suspended', 'reinstated', 'session'] as const;
export type RemovalKind = (typeof KINDS)[number];
export type Removal = { atMs: number; kind: RemovalKind; id: string };

const NOTE = /^(\d{13})\.([a-z]+)\.([A-Za-z0-9.-]+)$/;
/** No backup should be older. */
export const REMOVALS_KEPT_MS = 90 * DAY_MS;

/** A crash right after the answer must not lose a removal; storage that does not answer must not hold it up. */
const WAIT_MS = SECOND_MS;

/** Of one call. */
const NOTES_AT_ONCE = 50;

const keepRemoval = jobKind<{ note: string }>('keep_removal');
export const KEEP_REMOVAL = keepRemoval.name;

/** In the transaction of the removal; its id is then kept beside the pictures, outside the database. */
export async function recordRemoval(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  kind: RemovalKind,
  id: string | number,
): Promise<void> {
  const note = `${clock.now()}.${kind}.${id}`;
  await jobs.enqueue(tx, keepRemoval, { note }, { expiresAtMs: clock.now() + REMOVALS_KEPT_MS });
}

export const handleRemovals = ({ jobs, storage }: Pick<Context, 'jobs' | 'storage'>): void =>
  jobs.handle(keepRemoval, ({ note }) => storage.notes.add(note), { waitMs: WAIT_MS });

const partsOf = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / NOTES_AT_ONCE) }, (_, part) =>
    names.slice(part * NOTES_AT_ONCE, (part + 1) * NOTES_AT_ONCE),
  );

/** All names. */
export async function listNotes(notes: Pick<Notes, 'list'>): Promise<string[]> {
  const names: string[] = [];
  for (let last = ''; ;) {
    const found = await notes.list(last);
    if (found.length === 0) return names;
    for (const name of found) names.push(name);
    last = found.at(-1) ?? last;
  }
}

export async function addNotes(notes: Pick<Notes, 'add'>, names: readonly string[]): Promise<void> {
  for (const part of partsOf(names)) await Promise.all(part.map((name) => notes.add(name)));
}

/** Oldest first; what is too old, or something else, is left out. */
export function readRemovals(notes: Iterable<string>, nowMs: number): Removal[] {
  const removals: Removal[] = [];
  for (const note of new Set(notes)) {
    const [, at, name, id] = NOTE.exec(note) ?? [];
    const kind = KINDS.find((known) => known === name);
    if (at === undefined || id === undefined || kind === undefined) continue;
    if (Number(at) > nowMs - REMOVALS_KEPT_MS) removals.push({ atMs: Number(at), kind, id });
  }
  return removals.toSorted((one, other) => one.atMs - other.atMs);
}

/** Deletes what is too old, once a day. */
export const startForgettingRemovals = (
  ctx: Pick<Context, 'clock' | 'log' | 'storage'>,
): (() => Promise<void>) =>
  startInterval(ctx, {
    everyMs: DAY_MS,
    failure: 'could not delete old notes of removals',
    work: () => forgetRemovals(ctx.storage.notes, ctx.clock.now()),
  });

export async function forgetRemovals(notes: Notes, nowMs: number): Promise<void> {
  const names = await listNotes(notes);
  const old = names.filter((name) => Number(NOTE.exec(name)?.[1]) <= nowMs - REMOVALS_KEPT_MS);
  for (const part of partsOf(old)) await notes.delete(part);
}
