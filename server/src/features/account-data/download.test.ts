import { accountDataRoutes } from '@hereabouts/contract/account-data';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { reportRoutes } from '@hereabouts/contract/reports';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, eventInput, say } from '@hereabouts/testing/builders';
import { createTestDatabase } from '@hereabouts/testing/database';
import { tinyPng } from '@hereabouts/testing/pictures';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#server/db/database.ts';
import { DatabaseUnavailableError } from '#server/db/errors.ts';
import { readOwnData } from './download-service.ts';

let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  [ann, bob] = [await app.signUp({ name: 'Ann' }), await app.signUp({ name: 'Bob' })];
});
afterAll(() => app.stop());

type Data = Record<string, any>;
/** So many messages of hers in a chat of her own. */
const seedMessages = (eventId: number, count: number, message: string) =>
  app.context.db.query(
    `insert into chat_message (id, chat_room_id, seq, user_id, message, created_at)
     select gen_random_uuid(), r.id, 1 + n, case when n % 2 = 0 then $2::uuid end, $4::text || n, now()
     from chat_room r, generate_series(1, $3::int) n where r.event_id = $1`,
    [eventId, ann.id, count, message],
  );
const download = async (who: TestPerson) => (await who.ok(accountDataRoutes.downloadData)) as Data;

test('SAFE-03 PERM-01 who asks for a download without a session is asked to sign in', async () => {
  expect((await app.anonymous.call(accountDataRoutes.downloadData)).status).toBe(401);
});

test('SAFE-03 a download holds everything of mine, with names', async () => {
  await befriend(ann, bob);
  const mine = await createEvent(app, ann, { title: 'Mine', invitee_ids: [bob.id] });
  const his = await createEvent(app, bob, { title: 'His', is_private: true, invitee_ids: [ann.id] });
  await say(ann, mine, 'One');
  await say(ann, his, 'Two');
  const { path } = await ann.ok(uploadRoutes.createUpload, { body: await tinyPng() });
  const carl = await app.signUp({ name: 'Carl' });
  await ann.ok(reportRoutes.report, { body: { kind: 'user', user_id: carl.id, reason: 'Spam' } });
  await block(ann, carl);
  await ann.ok(friendLinkRoutes.createFriendLink);

  const data = await download(ann);

  expect(data).toMatchObject({
    format: 'hereabouts-data',
    account: {
      id: ann.id,
      name: 'Ann',
      email: ann.email,
      has_password: true,
      contact_visibility: 'everyone',
    },
    friendships: [{ status: 'accepted', requested_by_me: true, person: { id: bob.id, name: 'Bob' } }],
    events_created: [{ id: mine, title: 'Mine', start_time: expect.stringMatching(/Z$/) }],
    messages: [
      { event_id: mine, event_title: 'Mine', message: 'One' },
      { event_id: his, event_title: 'His', message: 'Two' },
    ],
    blocked: [{ person: { id: carl.id, name: 'Carl' } }],
    reports_made: [{ kind: 'user', subject: 'Carl', reason: 'Spam' }],
    uploads: [{ path, url: `/uploads/${path}`, content_type: 'image/png' }],
    location_sharing: [],
  });
  expect(data.invites.map((invite: Data) => [invite.event_title, invite.status])).toEqual([
    ['Mine', 'accepted'],
    ['His', 'pending'],
  ]);
  expect(data.sessions).toHaveLength(1);
  expect(data.friend_links).toHaveLength(1);
});

test('SAFE-03 a download holds no secret, and nothing of anybody else but a name', async () => {
  await befriend(ann, bob);
  await ann.ok(friendLinkRoutes.createFriendLink);
  const text = JSON.stringify(await download(ann));
  const secrets = await app.context.db.query<{ secret: string | null }>(
    `select password_hash as secret from auth.users union all select refresh_salt from auth.sessions
     union all select cookie_hash from auth.sessions union all select hash from auth.refresh_tokens
     union all select token_hash from friend_links union all select salt from friend_links`,
  );
  const known = secrets.map(({ secret }) => secret).filter((secret) => secret !== null);
  expect(known.length).toBeGreaterThan(4);
  expect(known.filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toContain(bob.email);
});

test('SAFE-01 SAFE-03 a download does not name who has blocked me, nor an event that I cannot see any more', async () => {
  await befriend(ann, bob);
  const his = await createEvent(app, bob, { title: 'Hidden title', is_private: true, invitee_ids: [ann.id] });
  await say(ann, his, 'Hi');
  const form = { ...eventInput(app.clock, { title: 'Hidden title', is_private: true }), keep_answers: true };
  await bob.ok(eventRoutes.updateEvent, { params: { eventId: his }, body: form });
  await block(bob, ann);
  const data = await download(ann);
  expect(data.messages).toMatchObject([{ event_id: his, event_title: null, message: 'Hi' }]);
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`Hidden title|Bob|${bob.id}`));
});

test('SAFE-03 thousands of messages are read in pieces, each once and in order', async () => {
  const eventId = await createEvent(app, ann);
  await say(ann, eventId, 'First');
  await seedMessages(eventId, 3_000, 'Line ');
  const pieces: string[] = [];
  for await (const piece of await readOwnData(app.context, { userId: ann.id, sessionId: ann.id }))
    pieces.push(piece);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(20_000);
  const { messages } = JSON.parse(pieces.join('')) as Data;
  const evens = Array.from({ length: 1_500 }, (_, index) => `Line ${2 * (index + 1)}`);
  expect(messages.map(({ message }: Data) => message)).toEqual(['First', ...evens]);
});

test('SAFE-03 SESS-01 a download under way ends with its session', async () => {
  const eventId = await createEvent(app, ann);
  await say(ann, eventId, 'First');
  // More than the system keeps between the two ends of a connection.
  await seedMessages(eventId, 16_000, 'x'.repeat(1_900));
  const { path } = accountDataRoutes.downloadData;
  const { body } = await fetch(app.url + path, { headers: { authorization: `Bearer ${ann.token}` } });
  const reader = body!.getReader();
  await reader.read();
  await app.context.auth.endUser(ann.id);
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow('terminated');
});

test('SAFE-03 a download comes as a file that nothing keeps', async () => {
  const { headers } = await ann.call(accountDataRoutes.downloadData);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-disposition')).toMatch(/hereabouts-data-\d{4}-\d\d-\d\d\.json/);
});

test('SAFE-03 a download can be asked for ten times an hour', async () => {
  const ask = () => ann.call(accountDataRoutes.downloadData);
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '360']);
  expect((await bob.call(accountDataRoutes.downloadData)).status).toBe(200);
});

test.each(['gzip', 'identity'])(
  'SAFE-03 a failure half-way does not look like a whole document (%s) (S36)',
  async (encoding) => {
    const db = await createTestDatabase();
    const failing: Database = {
      ...db,
      async query(statement, params) {
        const isLast = typeof statement === 'string' && statement.includes('from uploads p');
        if (isLast) throw new DatabaseUnavailableError('away');
        return await db.query(statement, params);
      },
    };
    const other = await startTestApp({}, { db: failing });
    try {
      const person = await other.signUp();
      const headers = { authorization: `Bearer ${person.token}`, 'accept-encoding': encoding };
      const whole = fetch(`${other.url}/api/me/data`, { headers }).then(async (answer) => {
        await answer.text();
        return answer.status;
      });
      await expect(whole.catch(() => 'cut off')).resolves.not.toBe(200);
    } finally {
      await other.stop();
    }
  },
);
