import { uploadRoutes } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { png } from '@hereabouts/testing/upload-forms';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { UPLOADS_AT_ONCE, WAITING_MAX_MS } from './policy.ts';

let app: TestApp;
let picture: Blob;
beforeAll(async () => {
  app = await startTestApp({ trustedProxies: 1 });
  picture = await png();
});
afterAll(() => app.stop());
afterEach(() => vi.restoreAllMocks());

/** Files are stored only as the result says. */
function holdStorage() {
  const ends: (() => void)[] = [];
  vi.spyOn(app.context.storage, 'put').mockImplementation(
    () => new Promise<void>((resolve) => ends.push(resolve)),
  );
  const next = () => ends.shift()?.();
  return {
    /** Files that wait to be stored. */
    waiting: () => ends.length,
    /** Files are stored until all have been answered. */
    async untilAnswered<T>(answers: readonly Promise<T>[]): Promise<T[]> {
      const timer = setInterval(next, 5);
      return await Promise.all(answers).finally(() => clearInterval(timer));
    },
  };
}

type From = { ip?: string; signal?: AbortSignal };

/** Resolves once the picture has arrived and waits. */
async function startUpload({ token }: TestPerson, { ip = '192.0.2.1', signal }: From = {}) {
  const after = vi.spyOn(app.context.clock, 'after');
  const arrivals = () => after.mock.calls.filter(([ms]) => ms === WAITING_MAX_MS).length;
  const before = arrivals();
  const body = new FormData();
  body.set('file', picture);
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': ip };
  const sent = fetch(`${app.url}/api/uploads`, {
    method: 'POST',
    headers,
    body,
    ...(signal && { signal }),
  }).then(({ status }) => status);
  await expect.poll(arrivals).toBe(before + 1);
  return { sent };
}

const picturesOf = async (person: TestPerson) =>
  (await person.ok(uploadRoutes.listUploads, { query: {} })).uploads.length;

test('pictures of one address are stored one at a time, and its people take turns (S8)', async () => {
  const storage = holdStorage();
  const stored: string[] = [];
  const answers: Promise<unknown>[] = [];
  for (const name of ['crowd', 'anna']) {
    const person = await app.signUp();
    for (let nth = 0; nth < UPLOADS_AT_ONCE; nth += 1) {
      const { sent } = await startUpload(person);
      answers.push(sent.then(() => stored.push(name)));
    }
  }
  await storage.untilAnswered(answers);
  expect(stored).toEqual(['crowd', 'anna', 'crowd', 'anna', 'crowd', 'anna']);
});

test('LIVE-10 an IPv6 customer with thousands of addresses has one place for pictures, and holds up nobody else’s (S8)', async () => {
  const storage = holdStorage();
  const [ben, cleo, anna] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const uploads = [
    await startUpload(ben, { ip: '2001:db8:1:1::1' }),
    await startUpload(cleo, { ip: '2001:db8:1:2::1' }),
    await startUpload(anna, { ip: '192.0.2.9' }),
  ];
  const owners = async () => {
    const ids = [ben, cleo, anna].map(({ id }) => id);
    const rows = await app.context.db.query<{ owner_id: string }>(
      'select owner_id from uploads where owner_id = any($1::uuid[])',
      [ids],
    );
    return rows.map(({ owner_id }) => ids.indexOf(owner_id)).toSorted((a, b) => a - b);
  };
  await expect.poll(owners).toEqual([0, 2]);
  expect(await storage.untilAnswered(uploads.map(({ sent }) => sent))).toEqual([201, 201, 201]);
});

test('a picture that has waited for 45 seconds is refused, and not stored later (S8)', async () => {
  const storage = holdStorage();
  const [ben, anna] = [await app.signUp(), await app.signUp()];
  const first = await startUpload(ben);
  const second = await startUpload(anna);
  await expect.poll(storage.waiting).toBe(1);
  app.clock.advance(WAITING_MAX_MS);
  expect(await second.sent).toBe(503);
  expect(await storage.untilAnswered([first.sent])).toEqual([201]);
  // Behind what was refused.
  const third = await startUpload(ben);
  expect(await storage.untilAnswered([third.sent])).toEqual([201]);
  expect([await picturesOf(ben), await picturesOf(anna)]).toEqual([2, 0]);
});

test('the picture of a client that hangs up while it waits is not stored (S8)', async () => {
  const storage = holdStorage();
  const [ben, anna] = [await app.signUp(), await app.signUp()];
  const first = await startUpload(ben);
  const closed = Promise.withResolvers<void>();
  app.app.http.server.once('request', ({ socket }) => socket.once('close', closed.resolve));
  const abort = new AbortController();
  const second = await startUpload(anna, { signal: abort.signal });
  abort.abort();
  await expect(second.sent).rejects.toThrow();
  await closed.promise;
  expect(await storage.untilAnswered([first.sent])).toEqual([201]);
  const third = await startUpload(ben);
  expect(await storage.untilAnswered([third.sent])).toEqual([201]);
  expect(await picturesOf(anna)).toBe(0);
});
