import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { createFresh } from '#server/async/fresh.ts';
import { startInterval } from '#server/async/interval.ts';
import type { Context } from '#server/context.ts';
import { batchesOf } from '#server/lib/batches-of.ts';
import type { Notes } from '#server/storage/storage.ts';
import { NOTE_NAME, NOTES_PER_BATCH, REMOVAL_KINDS, REMOVALS_KEPT_MS, type Removal } from './removals.ts';

export async function* readNotes(notes: Pick<Notes, 'list'>): AsyncGenerator<string[]> {
  for (let last = ''; ;) {
    const found = await notes.list(last);
    if (found.length === 0) return;
    yield found;
    last = found.at(-1) ?? last;
  }
}

export async function listNotes(notes: Pick<Notes, 'list'>): Promise<string[]> {
  const names: string[] = [];
  for await (const found of readNotes(notes)) for (const name of found) names.push(name);
  return names;
}

export async function addNotes(notes: Pick<Notes, 'add'>, names: readonly string[]): Promise<void> {
  for (const batch of batchesOf(names, NOTES_PER_BATCH))
    await Promise.all(batch.map((name) => notes.add(name)));
}

/** Oldest first; old ones and other files are left out. */
export function readRemovals(notes: Iterable<string>, nowMs: number): Removal[] {
  const removals: Removal[] = [];
  for (const note of new Set(notes)) {
    const [, at, name, id] = NOTE_NAME.exec(note) ?? [];
    const kind = REMOVAL_KINDS.find((known) => known === name);
    if (at === undefined || id === undefined || kind === undefined) continue;
    if (Number(at) > nowMs - REMOVALS_KEPT_MS) removals.push({ atMs: Number(at), kind, id });
  }
  return removals.toSorted((one, other) => one.atMs - other.atMs);
}

/** Once a day, and an hour after the start, because a machine may be off each night. */
export const startForgettingRemovals = (
  ctx: Pick<Context, 'clock' | 'log' | 'storage'>,
): (() => Promise<void>) =>
  startInterval(ctx, {
    everyMs: HOUR_MS,
    failure: 'could not delete old notes of removals',
    work: createFresh(ctx.clock, DAY_MS - HOUR_MS, () => forgetRemovals(ctx.storage.notes, ctx.clock.now())),
  });

/** Names begin with their time: what follows the first younger one need not be read. */
export async function forgetRemovals(notes: Notes, nowMs: number): Promise<void> {
  const isOld = (name: string) => Number(NOTE_NAME.exec(name)?.[1]) <= nowMs - REMOVALS_KEPT_MS;
  for await (const found of readNotes(notes)) {
    for (const batch of batchesOf(found.filter(isOld), NOTES_PER_BATCH)) await notes.delete(batch);
    if (!isOld(found.at(-1) ?? '')) return;
  }
}
