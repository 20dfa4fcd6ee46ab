import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { notificationRoutes } from '@hereabouts/contract/notifications';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { BROWSER_HEADERS, codeIn } from '@hereabouts/testing/auth-people';
import { ask, befriend } from '@hereabouts/testing/builders';
import { createCaller, type Caller } from '@hereabouts/testing/caller';
import { lookOn, somewhere, tick } from '@hereabouts/testing/live';
import { arrangeScene } from '@hereabouts/testing/live-scene';
import { startMailServer, type MailServer } from '@hereabouts/testing/mail-server';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nowIso } from '#server/clock.ts';
import { narrowContactVisibility } from '#server/features/users/service.ts';

let mails: MailServer;
let app: TestApp;
beforeAll(async () => {
  mails = await startMailServer();
  app = await startTestApp({
    smtpUrl: mails.url,
    publicUrl: 'https://party.example',
    defaultContactVisibility: 'friends',
  });
});
afterAll(async () => {
  await app.stop();
  await mails.stop();
});

type At = Pick<TestApp, 'url'>;
const post = (path: string, body: object, headers: Record<string, string> = {}, { url }: At = app) =>
  fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** Asks for a code, which proves the address. */
async function codeTo(email: string, headers?: Record<string, string>, at?: At): Promise<string> {
  expect((await post('otp', { email }, headers, at)).status).toBe(200);
  const texts = async () => {
    const own = mails.received.filter(({ envelope }) => envelope.includes(email));
    return await Promise.all(own.map(async ({ raw }) => (await PostalMime.parse(raw)).text ?? ''));
  };
  // Beside the notice about a new browser.
  const findCode = async () => (await texts()).find((text) => text.includes('code'));
  await expect.poll(findCode).toBeDefined();
  return codeIn(await findCode());
}

/** Signs in by a code; gives the access token. */
async function verify(code: string, email: string, headers?: Record<string, string>, at?: At) {
  const answer = await post('verify', { type: 'email', email, token: code }, headers, at);
  return ((await answer.json()) as { access_token: string }).access_token;
}

async function signInByCode(email: string, headers?: Record<string, string>): Promise<Caller> {
  const token = await verify(await codeTo(email, headers), email, headers);
  await app.context.jobs.idle();
  return createCaller(app.url, () => token);
}

const people = async (viewer: Pick<Caller, 'ok'>, tab: 'friends' | 'pending' | 'sent') =>
  (await viewer.ok(friendshipRoutes.listContacts, { query: { tab } })).contacts.map(({ id }) => id);

test('AUTH-09 LIVE-02 friends whom a stranger made under somebody’s address have to be accepted by its owner', async () => {
  const [accomplice, asked] = [await app.signUp(), await app.signUp()];
  const squatter = await app.signUp({ email: 'owner@example.org' });
  await befriend(accomplice, squatter);
  await ask(squatter, asked);
  const owner = await signInByCode(squatter.email);
  expect(await people(owner, 'friends')).toEqual([]);
  expect(await people(owner, 'pending')).toEqual([accomplice.id]);
  expect(await people(owner, 'sent')).toEqual([]);
  expect(await people(asked, 'pending')).toEqual([]);
  const seen = await accomplice.ok(userRoutes.getUser, { params: { userId: squatter.id } });
  expect(seen.relationship).toBe('request_sent');
});

test('AUTH-09 CONT-12 contact details that a stranger showed to everyone are as by default once their owner comes', async () => {
  const squatter = await app.signUp({ email: 'shown@example.org' });
  await squatter.ok(userRoutes.updateMe, { body: { contact_visibility: 'everyone' } });
  const owner = await signInByCode(squatter.email);
  expect((await owner.ok(userRoutes.getMe)).contact_visibility).toBe('friends');
  // A default of everyone widens nothing.
  await narrowContactVisibility(app.context.db, squatter.id, nowIso(app.context), 'everyone');
  expect((await owner.ok(userRoutes.getMe)).contact_visibility).toBe('friends');
});

test('AUTH-09 LIVE-02 with the proof a stranger’s friends lose the owner’s position, however late the jobs are', async () => {
  const late = await startTestApp({ smtpUrl: mails.url, publicUrl: 'https://party.example' });
  const scene = await arrangeScene(late);
  try {
    const { host: accomplice, friend: squatter, eventId } = scene;
    const viewer = await scene.look(accomplice);
    const code = await codeTo(squatter.email, {}, late);
    const { db, jobs } = late.context;
    await jobs.stop();
    await db.query('delete from revocations');
    const token = await verify(code, squatter.email, {}, late);
    const kept = await db.query("select from revocations where message like '%recheck_people%'");
    expect(kept.length > 0).toBe(db.engine === 'postgres');
    const owner = createCaller(late.url, () => token);
    await owner.ok(sharingRoutes.startSharing, { params: { eventId } });
    const sharer = await lookOn(late, { token }, eventId);
    expect(await sharer.push('position', somewhere)).toEqual({ is_watched: false });
    await tick(late, sharer, viewer);
    expect(viewer.decoder.friends.has(squatter.id)).toBe(false);
    sharer.disconnect();
  } finally {
    scene.close();
    await late.stop();
  }
});

test('AUTH-09 whoever proves their address in the browser of the account keeps their friends', async () => {
  const [friend, anna] = [await app.signUp(), await app.signUp({ email: 'anna@example.org' })];
  await befriend(friend, anna);
  const credentials = { email: anna.email, password: anna.password };
  const signedIn = await post('token?grant_type=password', credentials, BROWSER_HEADERS);
  const cookies = signedIn.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  await signInByCode(anna.email, { ...BROWSER_HEADERS, cookie: cookies.join('; ') });
  const seen = await friend.ok(userRoutes.getUser, { params: { userId: anna.id } });
  expect(seen.relationship).toBe('friends');
});

test('AUTH-09 LIVE-02 a request that a stranger sent under somebody’s address befriends nobody who accepts it while the owner proves it', async () => {
  const accomplices = await Promise.all(Array.from({ length: 12 }, () => app.signUp()));
  const squatter = await app.signUp({ email: 'raced@example.org' });
  for (const accomplice of accomplices) await ask(squatter, accomplice);
  const requests = await Promise.all(
    accomplices.map(async (accomplice) => {
      const { contacts } = await accomplice.ok(friendshipRoutes.listContacts, { query: { tab: 'pending' } });
      return { accomplice, friendshipId: contacts[0]?.friendshipId ?? '' };
    }),
  );
  let isProved = false;
  const proof = signInByCode(squatter.email).finally(() => (isProved = true));
  for (const { accomplice, friendshipId } of requests) {
    if (isProved) break;
    await accomplice.call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  }
  const owner = await proof;
  await app.context.jobs.idle();
  expect(await people(owner, 'friends')).toEqual([]);
  expect(await people(owner, 'sent')).toEqual([]);
});

test('AUTH-09 NOTE-01 a request that the owner of an address withdraws by proving it is told to nobody any more', async () => {
  const [squatter, asked] = [await app.signUp({ email: 'told@example.org' }), await app.signUp()];
  await ask(squatter, asked);
  const told = () => asked.ok(notificationRoutes.listNotifications, { query: {} });
  expect((await told()).notifications).toHaveLength(1);
  await signInByCode(squatter.email);
  expect((await told()).notifications).toEqual([]);
});
