import { routes } from '@hereabouts/contract/routes';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createEvent, eventInput, fillGuestList } from '@hereabouts/testing/builders';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JobHandler } from '#server/jobs/job.ts';
import { handleRemovals, listNotes } from './removals.ts';

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
async function startKeeping(isNew: (userId: string) => boolean) {
  const { promise: handled, resolve } = Promise.withResolvers<JobHandler<object>>();
  const added: string[] = [];
  const handle = ({ name }: { name: string }, handler: unknown) => {
    if (name === 'keep_revocations') resolve(handler as JobHandler<object>);
  };
  const add = async (name: string) => void added.push(name);
  const parts = { jobs: { handle }, storage: { notes: { add } }, clock: createFakeClock() };
  handleRemovals(parts as unknown as Parameters<typeof handleRemovals>[0], async (userId) => isNew(userId));
  const keep = await handled;
  return { added, keep: (by: string, id: string) => keep({ by, notes: [id] }, { id, attempt: 1 }) };
}

test('OPS-11 LIVE-10 whoever blocks and unblocks for ever fills no disk', async () => {
  const { added, keep } = await startKeeping(() => false);
  for (let n = 0; n < 1_100; n += 1) await keep('anna', `${n}`);
  await keep('ben', 'other');
  expect(added).toHaveLength(1_001);
  expect(added).toContain('other');
});

test('OPS-11 LIVE-10 nor does whoever makes ever new accounts for it, and each of them has notes of its own', async () => {
  const { added, keep } = await startKeeping((userId) => userId.startsWith('new'));
  for (let account = 0; account < 15; account += 1) {
    for (let n = 0; n < 1_000; n += 1) await keep(`new ${account}`, `${account} ${n}`);
  }
  expect(added.length).toBeLessThanOrEqual(10_000 + 15 * 20);
  await keep('new arrival', 'first');
  await keep('old', 'other');
  expect(added.slice(-2)).toEqual(['first', 'other']);
});

test('OPS-11 an id of nobody is not noted', async () => {
  const anna = await app.signUp();
  const params = { userId: '00000000-0000-4000-8000-000000000000' };
  await anna.ok(routes.blockUser, { params });
  await anna.ok(routes.unblockUser, { params });
  expect((await noted()).filter((name) => name.includes(anna.id))).toEqual([]);
});
