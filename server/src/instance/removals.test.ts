import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import {
  startTestApp,
  TEST_PASSWORD,
  type TestApp,
  type TestGuest,
  type TestPerson,
} from '@hereabouts/testing/app';
import { createEvent, eventInput, fillGuestList } from '@hereabouts/testing/builders';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobHandler } from '#server/jobs/job.ts';
import { createMetrics } from '#server/metrics.ts';
import { silentLog } from '@hereabouts/testing/silent-log';
import { listNotes, startForgettingRemovals } from './removal-notes.ts';
import { handleRemovals, noteRevocations } from './removals.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const noted = async () => {
  await app.context.jobs.idle();
  return listNotes(app.context.storage.notes);
};

test(
  'OPS-11 an edit that removes a thousand guests notes each of them, and waits for none',
  { timeout: 120_000 },
  async () => {
    const creator = await app.signUp();
    const eventId = await createEvent(app, creator);
    await fillGuestList(app, eventId, 1_000);
    const hung = Promise.withResolvers<void>();
    const { notes } = app.context.storage;
    const add = notes.add.bind(notes);
    Object.assign(notes, { add: (name: string) => hung.promise.then(() => add(name)) });
    const body = { ...eventInput(app.clock), keep_answers: true };
    await creator.ok(routes.updateEvent, { params: { eventId }, body });
    const [waiting] = await app.context.db.query<{ jobs: number }>(
      `select count(*)::int as jobs from jobs where kind = 'keep_revocations'`,
    );
    expect(waiting?.jobs).toBe(20);
    hung.resolve();
    const names = (await noted()).filter((name) => name.includes(`.guest.${eventId}.`));
    expect(names).toHaveLength(1_000);
  },
);

/** Keeps one note of a person at a time, and returns the notes that were kept. */
async function startKeeping(isNew: (userId: string) => boolean, hasSpace = () => true) {
  const handlers = new Map<string, JobHandler<object>>();
  const added: string[] = [];
  const handle = ({ name }: { name: string }, handler: unknown) =>
    void handlers.set(name, handler as JobHandler<object>);
  const add = async (name: string) => void added.push(name);
  const metrics = createMetrics();
  const parts = { jobs: { handle }, storage: { notes: { add } }, clock: createFakeClock(), metrics };
  handleRemovals(parts as unknown as Parameters<typeof handleRemovals>[0], {
    isNewAccount: async (userId) => isNew(userId),
    hasSpace: async () => hasSpace(),
  });
  const run = async (kind: string, payload: object) =>
    await handlers.get(kind)?.(payload, { id: JSON.stringify(payload), attempt: 1 });
  const keepMany = (by: string, notes: string[]) => run('keep_revocations', { by, notes });
  const keepOne = (note: string, account?: 'new' | 'old') =>
    run('keep_removal', { note, ...(account && { account }) });
  const unnoted = async () => /^revocations_unnoted_total (\d+)$/m.exec(await metrics.metrics())?.[1];
  return { added, unnoted, keepMany, keepOne, keep: (by: string, id: string) => keepMany(by, [id]) };
}

const noteOf = (kind: string, n: number) => `${1_700_000_000_000 + n}.${kind}.${n}`;

test('OPS-11 LIVE-10 whoever blocks and unblocks for ever fills no disk', async () => {
  const { added, unnoted, keep } = await startKeeping(() => false);
  for (let n = 0; n < 600; n += 1) await keep('anna', noteOf('blocked', n));
  await keep('ben', 'other');
  expect(added).toHaveLength(501);
  expect(await unnoted()).toBe('100');
  expect(added).toContain('other');
});

test('OPS-11 LIVE-10 guests who return as often as they are removed do not use up the notes of blocks', async () => {
  const { added, unnoted, keep } = await startKeeping(() => false);
  for (let n = 0; n < 1_100; n += 1) await keep('anna', noteOf('guest', n));
  await keep('anna', noteOf('blocked', 1));
  expect(added).toHaveLength(1_001);
  expect(await unnoted()).toBe('100');
  expect(added.at(-1)).toBe(noteOf('blocked', 1));
});

test('OPS-11 LIVE-10 nor does whoever makes ever new accounts for it, and each of them has notes of its own', async () => {
  const { added, keep, keepMany } = await startKeeping((userId) => userId.startsWith('new'));
  const fifty = Array.from({ length: 50 }, (_, n) => `note ${n}`);
  for (let account = 0; account < 25; account += 1) {
    for (let change = 0; change < 100; change += 1) await keepMany(`new ${account}`, fifty);
  }
  expect(added).toHaveLength(20_000);
  await keep('new arrival', 'first');
  await keep('old', 'other');
  expect(added.slice(-2)).toEqual(['first', 'other']);
});

test('OPS-11 OPS-06 notes of revocations stop while the disk has few files left', async () => {
  let hasSpace = false;
  const { added, unnoted, keep, keepOne } = await startKeeping(
    () => false,
    () => hasSpace,
  );
  await keep('anna', 'lost');
  await keepOne('account', 'old');
  await keep('operator', 'of the operator');
  await keepOne('removed by the operator');
  hasSpace = true;
  await keep('anna', 'kept');
  expect(added).toEqual(['of the operator', 'removed by the operator', 'kept']);
  expect(await unnoted()).toBe('2');
});

test('OPS-11 SAFE-03 whoever makes and deletes ever new accounts fills no disk', async () => {
  const { added, unnoted, keepMany, keepOne } = await startKeeping(() => true);
  const fifty = Array.from({ length: 50 }, (_, n) => `note ${n}`);
  for (const by of ['mallory', 'mallet'])
    for (let change = 0; change < 250; change += 1) await keepMany(by, fifty);
  added.length = 0;
  for (let n = 0; n < 20_100; n += 1) await keepOne(`account ${n}`, 'new');
  // Those of older accounts are noted all the same, and what the operator removes.
  await keepOne('older', 'old');
  await keepOne('removed');
  expect(added).toHaveLength(20_002);
  expect(added.slice(-2)).toEqual(['older', 'removed']);
  expect(await unnoted()).toBe(`${23_000 + 100}`);
});

test('OPS-11 SAFE-03 GUEST-03 a deletion is noted once, with the age that the account had; so is a session', async () => {
  const { jobs, storage, db } = app.context;
  const { notes } = storage;
  const { add } = notes;
  const people = [await app.comeAsGuest(), await app.signUp(), await app.signUp(), await app.comeAsGuest()];
  const [guest, young, old, leaving] = people as [TestGuest, TestPerson, TestPerson, TestGuest];
  const merged = await app.comeAsGuest();
  await db.query(`update users set created_at = created_at - interval '7 days' where id = any($1)`, [
    [old.id, merged.id],
  ]);
  await jobs.idle();
  Object.assign(notes, { add: () => Promise.reject(new Error('no storage')) });
  try {
    await guest.ok(routes.deleteAccount, { body: { password: '' } });
    for (const person of [young, old])
      await person.ok(routes.deleteAccount, { body: { password: TEST_PASSWORD } });
    const authorization = `Bearer ${leaving.token}`;
    const left = await fetch(`${app.url}/auth/v1/logout`, { method: 'POST', headers: { authorization } });
    expect(left.status).toBe(204);
    const account = await app.signUp();
    await account.ok(routes.mergeGuest, { body: { guest_token: merged.token } });
    const rows = await db.query<{ kind: string; id: string; account: string }>(
      `select split_part(payload ->> 'note', '.', 2) as kind, split_part(payload ->> 'note', '.', 3) as id,
         payload ->> 'account' as account
       from jobs where kind = 'keep_removal' order by created_at`,
    );
    const expected = [
      { kind: 'user', id: guest.id, account: 'new' },
      { kind: 'user', id: young.id, account: 'new' },
      { kind: 'user', id: old.id, account: 'old' },
      { kind: 'session', id: expect.any(String), account: 'new' },
      { kind: 'user', id: merged.id, account: 'old' },
    ];
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  } finally {
    await db.query(`delete from jobs where kind = 'keep_removal'`);
    Object.assign(notes, { add });
  }
});

test('OPS-11 notes are forgotten after 90 days, also where no process runs for a day', async () => {
  const clock = createFakeClock();
  const ago = (days: number, rest: string) => `${clock.now() - days * DAY_MS}.${rest}`;
  const young = ago(89, 'user.c');
  let names = [ago(91, 'user.a'), ago(90, 'user.b'), young];
  let reads = 0;
  const notes = {
    add: async () => {},
    list: async (after: string) => {
      reads += 1;
      return names.filter((name) => name > after).slice(0, 2);
    },
    delete: async (deleted: readonly string[]) => {
      names = names.filter((name) => !deleted.includes(name));
    },
  };
  const parts = { clock, log: silentLog, storage: { notes } } as unknown as TestApp['context'];
  const stop = startForgettingRemovals(parts);
  clock.advance(HOUR_MS);
  await expect.poll(() => names).toEqual([young]);
  const readsOfOne = reads;
  for (let hour = 0; hour < 23; hour += 1) {
    clock.advance(HOUR_MS);
    await new Promise(setImmediate);
  }
  expect(reads).toBe(readsOfOne);
  clock.advance(HOUR_MS);
  await expect.poll(() => reads).toBeGreaterThan(readsOfOne);
  await stop();
});

test(
  'OPS-11 whoever blocks and unblocks for ever delays no note of others',
  { timeout: 120_000 },
  async () => {
    const { jobs, storage, db } = app.context;
    const { clock } = app;
    await jobs.idle();
    const hung = Promise.withResolvers<void>();
    const { notes } = storage;
    const { add } = notes;
    Object.assign(notes, { add: () => hung.promise });
    const note = (by: string, count: number) => {
      const of = Array.from({ length: count }, (_, n) => [n + 1_000_000, by] as const);
      return db.transaction((tx) => noteRevocations({ jobs, clock }, tx, 'guest', { by, of }));
    };
    await note('mallory', 1_500 * 50);
    clock.advance(1_000);
    await note('anna', 1);
    const waiting = await db.query<{ by: string }>(
      `select payload ->> 'by' as by from jobs where kind = 'keep_revocations' order by due_at, created_at`,
    );
    const place = waiting.findIndex(({ by }) => by === 'anna');
    expect(waiting).toHaveLength(1_501);
    expect(place).toBeLessThan(50);
    await db.query(`delete from jobs where kind = 'keep_revocations'`);
    hung.resolve();
    Object.assign(notes, { add });
  },
);

test('OPS-11 an id of nobody is not noted', async () => {
  const anna = await app.signUp();
  const params = { userId: '00000000-0000-4000-8000-000000000000' };
  await anna.ok(routes.blockUser, { params });
  await anna.ok(routes.unblockUser, { params });
  expect((await noted()).filter((name) => name.includes(anna.id))).toEqual([]);
});
