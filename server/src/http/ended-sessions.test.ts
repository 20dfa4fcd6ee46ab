import { eventRoutes } from '@hereabouts/contract/events';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { createEvent, eventInput } from '@hereabouts/testing/builders';
import { plainPicture } from '@hereabouts/testing/hostile-pictures';
import { openRawConnection } from '@hereabouts/testing/raw-connection';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
let anna: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  anna = await app.signUp({ name: 'Anna' });
});
afterAll(() => app.stop());

/** Sends the headers of a request and half of its body, and waits until the session was accepted. */
async function beginRequest(line: string, contentType: string, body: Buffer) {
  const accepted = vi.spyOn(app.context.auth, 'authenticate');
  const connection = await openRawConnection(app.url);
  const headers = {
    host: 'localhost',
    authorization: `Bearer ${anna.token}`,
    'content-type': contentType,
    'content-length': body.length,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  connection.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  connection.write(body.subarray(0, body.length / 2));
  await expect.poll(() => accepted.mock.settledResults.at(-1)?.value).toBeTruthy();
  accepted.mockRestore();
  return {
    async finish() {
      connection.write(body.subarray(body.length / 2));
      const answer = await connection.received(/HTTP\/1\.1 \d{3}[^]*\r\n\r\n/);
      connection.destroy();
      return answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    },
  };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

async function uploadForm(): Promise<Buffer> {
  const start = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return Buffer.concat([Buffer.from(start), await plainPicture('png'), Buffer.from('\r\n--b--\r\n')]);
}

const REQUESTS: [string, string, () => Promise<Buffer>][] = [
  ['PATCH /api/me', 'application/json', async () => json({ name: 'Thief' })],
  ['POST /api/events', 'application/json', async () => json(eventInput(app.clock))],
  ['POST /api/me/friend-link', 'application/json', async () => Buffer.from('      {}')],
  ['POST /api/me/deletion', 'application/json', async () => json({ password: anna.password })],
  ['POST /api/uploads', 'multipart/form-data; boundary=b', uploadForm],
];

test.each(REQUESTS)(
  '%s changes nothing when its session has ended while its body was arriving (S52)',
  async (line, contentType, body) => {
    const thief = await beginRequest(line, contentType, await body());
    await app.context.auth.endUser(anna.id);
    expect(await thief.finish()).toBe('401');
    const [me] = await app.context.db.query(
      `select name, (select count(*)::int from events where created_by = u.id) as events,
         (select count(*)::int from friend_links where owner_id = u.id) as links,
         (select count(*)::int from uploads where owner_id = u.id) as pictures
       from users u where id = $1`,
      [anna.id],
    );
    expect(me).toEqual({ name: 'Anna', events: 0, links: 0, pictures: 0 });
  },
);

test.each(REQUESTS)('%s that arrives slowly is carried out (S52)', async (line, contentType, body) => {
  const slow = await beginRequest(line, contentType, await body());
  expect(await slow.finish()).toMatch(/^20[014]$/);
});

test('changes that wait for their turn are refused once their session has ended (S52)', async () => {
  const eventId = await createEvent(app, anna);
  const edit = (title: string) =>
    anna.call(eventRoutes.updateEvent, {
      params: { eventId },
      body: { ...eventInput(app.clock), title, keep_answers: true },
    });
  const accepted = vi.spyOn(app.context.auth, 'authenticate');
  const edits = Array.from({ length: 100 }, (_, n) => edit(`Title ${n}`));
  // Looked for at once: the last of them must still be waiting.
  await expect.poll(() => accepted.mock.settledResults.length, { interval: 1 }).toBe(edits.length);
  accepted.mockRestore();
  await app.context.auth.endUser(anna.id);
  const statuses = (await Promise.all(edits)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 401]));
});
