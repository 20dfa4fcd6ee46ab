import { uploadRoutes } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { tinyPng } from '@hereabouts/testing/pictures';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { UPLOADS_AT_ONCE } from './policy.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('pictures of one address are stored one at a time, and its people take turns (S8)', async () => {
  const body = await tinyPng();
  const ends: (() => void)[] = [];
  vi.spyOn(app.context.storage, 'put').mockImplementation(
    () => new Promise<void>((resolve) => ends.push(resolve)),
  );
  const stored: string[] = [];
  /** As many as a person may send at once: a further one is refused once these are there. */
  const uploadMany = async (person: TestPerson, name: string) => {
    const uploads = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      await person.ok(uploadRoutes.createUpload, { body });
      stored.push(name);
    });
    const more = () => person.call(uploadRoutes.createUpload, { body });
    await expect.poll(async () => (await more()).status).toBe(503);
    return uploads;
  };
  const [crowd, anna] = [await app.signUp(), await app.signUp()];
  const uploads = [...(await uploadMany(crowd, 'crowd')), ...(await uploadMany(anna, 'anna'))];
  const timer = setInterval(() => ends.shift()?.(), 10);
  await Promise.all(uploads).finally(() => clearInterval(timer));
  expect(stored).toEqual(['crowd', 'anna', 'crowd', 'anna', 'crowd', 'anna']);
});
