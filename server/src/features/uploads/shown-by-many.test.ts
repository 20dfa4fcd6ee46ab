import { SECOND_MS } from '@hereabouts/contract/durations';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createEvent, repeatEvent } from '@hereabouts/testing/builders';
import { tinyPng } from '@hereabouts/testing/pictures';
import { storedFiles, uploadRows } from '@hereabouts/testing/uploads-seen';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { removePicture } from './removal-service.ts';

/** Nothing limits how many events show one picture. */

let app: TestApp;
let host: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp();
});
afterAll(() => app.stop());

/** A picture that so many events of the host show. */
async function arrange(count: number): Promise<string> {
  const { path } = await host.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  const eventId = await createEvent(app, host, { image: path });
  await repeatEvent(app, eventId, count);
  return path;
}

const shownBy = async (path: string) =>
  (await app.context.db.query('select from events where image = $1', [path])).length;
const isStored = async (path: string) => (await storedFiles(app.context)).includes(path);

test('a picture is taken from few events in each transaction, then from all others, and its files go', async () => {
  const path = await arrange(130);
  const { context } = app;
  await context.change((tx, after) =>
    context.emit(tx, after, 'picture_removed', { path, now: new Date(app.clock.now()).toISOString() }),
  );
  expect(await shownBy(path)).toBe(110);
  await removePicture(context, path, () => Promise.resolve());
  await context.jobs.idle();
  expect([await shownBy(path), await isStored(path)]).toEqual([0, false]);
  expect(await uploadRows(context)).not.toContain(path);
});

test('OPS-12 the files go first, even where changing the events fails', async () => {
  const path = await arrange(30);
  const { emit } = app.context;
  const refusing = vi
    .spyOn(app.context, 'emit')
    .mockImplementationOnce(emit)
    .mockRejectedValue(new Error('the events are locked'));
  try {
    await removePicture(app.context, path, () => Promise.resolve());
    await app.context.jobs.idle();
    expect([await shownBy(path), await isStored(path)]).toEqual([10, false]);
  } finally {
    refusing.mockRestore();
  }
});

test('the files do not wait for events that a run of the job has no time for', async () => {
  const path = await arrange(70);
  const { emit } = app.context;
  // The first batch is that of the command, the second the job's.
  const slow = vi
    .spyOn(app.context, 'emit')
    .mockImplementationOnce(emit)
    .mockImplementationOnce(async (...asked) => {
      await emit(...asked);
      app.clock.set(app.clock.now() + 10 * SECOND_MS);
    });
  try {
    await removePicture(app.context, path, () => Promise.resolve());
    await app.context.jobs.idle();
  } finally {
    slow.mockRestore();
  }
  expect([await shownBy(path), await isStored(path)]).toEqual([30, false]);
  app.clock.advance(1);
  await app.context.jobs.idle();
  expect(await shownBy(path)).toBe(0);
  expect(await uploadRows(app.context)).not.toContain(path);
});
