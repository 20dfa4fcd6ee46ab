import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { DEFAULT_EVENT_IMAGES, defaultEventImage, defaultEventTint } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createEvent } from '@hereabouts/testing/builders';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { blob, png } from '@hereabouts/testing/upload-forms';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tintOfStored } from '#server/images/process-image.ts';
import { startTinting, tintPictures } from './tint-service.ts';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.signUp({ name: 'Anna' });
});
afterAll(() => app.stop());

const tintOf = async (path: string) => {
  const [row] = await app.context.db.query<{ tint: string | null }>(
    'select tint from uploads where path = $1',
    [path],
  );
  return row?.tint;
};

/** Its parts differ by less than what the histogram of colours rounds them to. */
const near = (tint: string | null | undefined, colour: string) => {
  const parts = (hex = '') => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [found, wanted] = [parts(tint ?? ''), parts(colour)];
  return found.every((part, index) => Math.abs(part - (wanted[index] ?? 0)) <= 16);
};

/** Two thirds of one colour, one third of another. */
const striped = async (most: string, least: string) =>
  sharp({ create: { width: 90, height: 60, channels: 4, background: most } }).composite([
    { input: { create: { width: 30, height: 60, channels: 4, background: least } }, left: 0, top: 0 },
  ]);

test('EVD-14 an event and its card come with the most vivid colour that much of its picture has', async () => {
  for (const [most, least, accent] of [
    ['#0a6c73', '#ff5a36', '#ff5a36'],
    ['#ff5a36', '#0a6c73', '#ff5a36'],
    ['#12141d', '#f4b400', '#f4b400'],
    ['#000000', '#ffffff', '#000000'],
  ] as const) {
    for (const format of ['jpeg', 'png', 'gif'] as const) {
      const body = blob(await (await striped(most, least)).toFormat(format).toBuffer());
      const { path } = await anna.ok(routes.createUpload, { body });
      const eventId = await createEvent(app, anna, { image: path });
      const { tint } = await anna.ok(routes.getEvent, { params: { eventId } });
      expect(near(tint, accent), `${format} ${most}: ${tint}`).toBe(true);
      const { events } = await anna.ok(routes.listHome);
      expect(events.find(({ id }) => id === eventId)?.tint).toBe(tint);
    }
  }
});

test('EVD-14 a vivid colour that is only a detail of a picture is not its tint', async () => {
  const picture = sharp(await (await striped('#0a6c73', '#12141d')).png().toBuffer()).composite([
    { input: { create: { width: 6, height: 6, channels: 4, background: '#ff5a36' } }, left: 60, top: 9 },
  ]);
  const { path } = await anna.ok(routes.createUpload, { body: blob(await picture.png().toBuffer()) });
  expect(near(await tintOf(path), '#0a6c73')).toBe(true);
});

test('EVD-14 what shines through a transparent picture does not count as black', async () => {
  const body = blob(await (await striped('#00000000', '#12141d')).png().toBuffer());
  const { path } = await anna.ok(routes.createUpload, { body });
  expect(near(await tintOf(path), '#ffffff')).toBe(true);
});

test('EVD-14 the default pictures have the tints that they would get as uploads', async () => {
  for (let id = 0; id < DEFAULT_EVENT_IMAGES; id += 1) {
    const file = new URL(`../../../../web/public${defaultEventImage(id)}`, import.meta.url);
    expect(await tintOfStored(await readFile(file)), defaultEventImage(id)).toBe(defaultEventTint(id));
  }
});

test('EVD-14 an event without a picture has no tint of its own', async () => {
  const eventId = await createEvent(app, anna);
  expect((await anna.ok(routes.getEvent, { params: { eventId } })).tint).toBe(null);
});

test('EVD-14 pictures that were stored before are tinted once; one whose file is gone stops nothing', async () => {
  const { db, config } = app.context;
  const uploads = [];
  for (let count = 0; count < 3; count += 1)
    uploads.push(await anna.ok(routes.createUpload, { body: await png() }));
  const paths = uploads.map(({ path }) => path).toSorted();
  const [gone = '', ...others] = paths;
  await db.query('update uploads set tint = null where path = any($1)', [paths]);
  await rm(join(config.dataDir, 'uploads', gone.slice(0, 2), gone));
  expect(await tintPictures(app.context)).toBe(2);
  expect(await tintOf(gone)).toBe(null);
  for (const path of others) expect(near(await tintOf(path), '#f4b400')).toBe(true);
  expect(await tintPictures(app.context)).toBe(0);
});

test('OPS-06 EVD-14 a process that ends waits for the tint of one picture, not for all', async () => {
  for (let count = 0; count < 2; count += 1) await anna.ok(routes.createUpload, { body: await png() });
  await app.context.db.query('update uploads set tint = null');
  const clock = createFakeClock(app.clock.now());
  const stopped = Promise.withResolvers<void>();
  const read: string[] = [];
  const storage = {
    ...app.context.storage,
    get: (path: string) => {
      read.push(path);
      stopped.resolve(stop());
      return app.context.storage.get(path);
    },
  };
  const stop = startTinting({ ...app.context, clock, storage });
  clock.advance(10 * MINUTE_MS);
  await stopped.promise;
  expect(read).toHaveLength(1);
});
