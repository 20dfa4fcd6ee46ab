import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { imageUrl } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { plainPicture } from '@hereabouts/testing/hostile-pictures';
import { storedFiles, uploadRows } from '@hereabouts/testing/uploads-seen';
import { png } from '@hereabouts/testing/upload-forms';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inspectPicture, storePicture } from './service.ts';
import { startUploadSweep, sweepUploads } from './sweep-service.ts';

/** How long a busy machine may take. */
const PATIENCE = { timeout: 20_000 };

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  anna = await app.signUp({ name: 'Anna' });
});
afterAll(() => app.stop());

const get = (path: string) => fetch(app.url + path);

describe('the sweep', () => {
  const filesOf = async (path: string) => {
    const id = path.slice(0, 36);
    return (await storedFiles(app.context)).filter((name) => name.startsWith(id));
  };

  test('STOR-01 what could not be stored whole leaves no file, nor after a day its row or what came too late', async () => {
    const before = [await uploadRows(app.context), await storedFiles(app.context)];
    const keys: string[] = [];
    const full = {
      ...app.context,
      storage: {
        ...app.context.storage,
        put: async (key: string, bytes: Uint8Array) => {
          keys.push(key);
          if (keys.length === 2) throw new Error('no space left');
          await app.context.storage.put(key, bytes);
        },
      },
    };
    const viewer = { userId: anna.id, sessionId: '' };
    const picture = await inspectPicture(await plainPicture('png'));
    await expect(storePicture(full, viewer, picture)).rejects.toThrow('no space left');
    await expect.poll(() => storedFiles(app.context)).toEqual(before[1]);
    expect((await anna.ok(routes.listUploads, { query: {} })).uploads).toEqual([]);
    for (const key of keys) await app.context.storage.put(key, new Uint8Array());
    app.clock.set(app.clock.now() + 25 * HOUR_MS);
    await sweepUploads(app.context);
    expect([await uploadRows(app.context), await storedFiles(app.context)]).toEqual(before);
    await anna.signInAgain();
  });

  test('SAFE-03 STOR-01 a picture that is being stored while its account is deleted leaves no file', async () => {
    const before = await storedFiles(app.context);
    const ben = await app.signUp({ name: 'Ben' });
    const { put } = app.context.storage;
    let puts = 0;
    Object.assign(app.context.storage, {
      put: async (key: string, bytes: Uint8Array) => {
        puts += 1;
        if (puts === 2) {
          await ben.ok(routes.deleteAccount, { body: { password: ben.password } });
          await app.context.jobs.idle();
        }
        await put(key, bytes);
      },
    });
    try {
      expect((await ben.call(routes.createUpload, { body: await png() })).status).toBe(401);
    } finally {
      Object.assign(app.context.storage, { put });
    }
    expect(puts).toBe(3);
    await expect.poll(() => storedFiles(app.context)).toEqual(before);
  });

  test('STOR-01 the running product sweeps every hour, past a file that cannot be deleted, which goes later', async () => {
    const body = await png();
    const [stuck, other] = [
      await anna.ok(routes.createUpload, { body }),
      await anna.ok(routes.createUpload, { body }),
    ];
    const file = join(app.context.config.dataDir, 'uploads', stuck.path.slice(0, 2), stuck.path);
    // A folder in its place cannot be deleted like a file.
    await rm(file);
    await mkdir(file);
    // Not by the clock: that would run every timer of a day.
    const aDayAgo = new Date(app.clock.now() - 25 * HOUR_MS).toISOString();
    await app.context.db.query('update uploads set created_at = $1', [aDayAgo]);
    app.clock.advance(HOUR_MS);
    await vi.waitFor(async () => expect(await uploadRows(app.context)).not.toContain(other.path), PATIENCE);
    expect(await filesOf(other.path)).toEqual([]);
    expect(await uploadRows(app.context)).toContain(stuck.path);

    await rmdir(file);
    await vi.waitFor(async () => {
      app.clock.advance(HOUR_MS);
      expect(await uploadRows(app.context)).not.toContain(stuck.path);
    }, PATIENCE);
    expect(await filesOf(stuck.path)).toEqual([]);
    await anna.signInAgain();
  });

  test('STOR-01 a picture that nobody shows goes after a day, with its row and variants; one that is shown stays', async () => {
    const body = await png();
    const [unused, avatar, replaced] = [
      await anna.ok(routes.createUpload, { body }),
      await anna.ok(routes.createUpload, { body }),
      await anna.ok(routes.createUpload, { body }),
    ];
    await anna.ok(routes.updateMe, { body: { image: replaced.path } });
    await anna.ok(routes.updateMe, { body: { image: avatar.path } });
    expect(await filesOf(unused.path)).toHaveLength(3);

    app.clock.set(app.clock.now() + 23 * HOUR_MS);
    await sweepUploads(app.context);
    expect(await uploadRows(app.context)).toEqual(
      expect.arrayContaining([unused.path, avatar.path, replaced.path]),
    );

    app.clock.set(app.clock.now() + 2 * HOUR_MS);
    expect(await sweepUploads(app.context)).toBeGreaterThanOrEqual(2);
    expect(await uploadRows(app.context)).toEqual([avatar.path]);
    expect(await storedFiles(app.context)).toEqual(await filesOf(avatar.path));
    expect(await filesOf(avatar.path)).toHaveLength(3);
    expect((await get(imageUrl(unused.path))).status).toBe(404);
    expect(await sweepUploads(app.context)).toBe(0);
    await anna.signInAgain();
  });

  test('OPS-06 STOR-01 a process that ends waits for one picture of a sweep, not for all', async () => {
    for (let count = 0; count < 2; count += 1) await anna.ok(routes.createUpload, { body: await png() });
    app.clock.set(app.clock.now() + 25 * HOUR_MS);
    const before = await uploadRows(app.context);
    const clock = createFakeClock(app.clock.now());
    const stopped = Promise.withResolvers<void>();
    const storage = {
      ...app.context.storage,
      delete: async (keys: readonly string[]) => {
        stopped.resolve(stop());
        await app.context.storage.delete(keys);
      },
    };
    const stop = startUploadSweep({ ...app.context, clock, storage });
    clock.advance(HOUR_MS);
    await stopped.promise;
    expect(await uploadRows(app.context)).toHaveLength(before.length - 1);
    expect(await sweepUploads(app.context)).toBeGreaterThanOrEqual(1);
    await anna.signInAgain();
  });

  test('STOR-01 a picture chosen while the sweep runs is either kept or refused, never shown and gone', async () => {
    const body = await png();
    const people = await Promise.all(Array.from({ length: 12 }, () => app.signUp()));
    const uploads = await Promise.all(people.map((person) => person.ok(routes.createUpload, { body })));
    app.clock.set(app.clock.now() + 25 * HOUR_MS);
    await Promise.all(people.map((person) => person.signInAgain()));

    const choose = people.map((person, index) =>
      person.call(routes.updateMe, { body: { image: uploads[index]?.path ?? '' } }),
    );
    const [answers] = await Promise.all([
      Promise.all(choose),
      sweepUploads(app.context),
      sweepUploads(app.context),
    ]);
    for (const [index, answer] of answers.entries()) {
      const { path } = uploads[index]!;
      expect([200, 400]).toContain(answer.status);
      expect((await uploadRows(app.context)).includes(path)).toBe(answer.status === 200);
      expect((await get(imageUrl(path, 'card'))).status).toBe(answer.status === 200 ? 200 : 404);
    }
    await anna.signInAgain();
  });
});
