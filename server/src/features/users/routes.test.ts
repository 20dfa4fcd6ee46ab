import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { answer, ask, befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { untilLockWait } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const profileOf = (viewer: TestPerson, userId: string) =>
  viewer.ok(userRoutes.getUser, { params: { userId } });

async function addUpload(owner: TestPerson, path: string): Promise<string> {
  await app.context.db.query(
    `insert into uploads (path, owner_id, content_type, width, height, bytes, created_at)
     values ($1, $2, 'image/png', 1, 1, 1, $3)`,
    [path, owner.id, hoursFromNow(app.clock, 0)],
  );
  return path;
}

describe('one’s own account', () => {
  // On PGlite nothing runs beside a transaction.
  test.runIf(inject('testDatabase').engine === 'postgres')(
    'PROF-07 LIVE-10 hiding one’s contact holds, also while another page is about to show it',
    async () => {
      const anna = await app.signUp();
      const { db } = app.context;
      const body = { contact_visibility: 'friends' } as const;
      await anna.ok(userRoutes.updateMe, { body });
      const hidden = await db.transaction(async (tx) => {
        await tx.query(`update users set contact_visibility = 'everyone' where id = $1`, [anna.id]);
        const hiding = anna.ok(userRoutes.updateMe, { body });
        await untilLockWait(db, hiding);
        return [hiding];
      });
      await Promise.all(hidden);
      expect((await anna.ok(userRoutes.getMe)).contact_visibility).toBe('friends');
    },
  );

  test('PERM-01 nobody reads or changes an account without signing in', async () => {
    const params = { userId: NOBODY };
    expect((await app.anonymous.call(userRoutes.getMe)).status).toBe(401);
    expect((await app.anonymous.call(userRoutes.updateMe, { body: { name: 'X' } })).status).toBe(401);
    expect((await app.anonymous.call(userRoutes.getUser, { params })).status).toBe(401);
  });

  test.each([
    ['empty', '', 'Name cannot be empty'],
    ['blank', ' \t ', 'Name cannot be empty'],
    ['too long', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['invisible', '\u3164\u200b', 'Name cannot be empty'],
    ['with half a surrogate pair', 'An\ud800na', 'This text has a character that cannot be stored'],
  ])('PROF-03 EVF-19 a name that is %s is refused', async (_, name, message) => {
    const anna = await app.signUp();
    const answer = await anna.call(userRoutes.updateMe, { body: { name } });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'invalid', message, fields: { name: message } });
  });

  test('LAYOUT-03 a name is stored without control characters and direction overrides (S25)', async () => {
    const anna = await app.signUp({ name: '\u202eAn\u001bna\u200d 👩‍🚀\r\nفاطمه می‌خواند' });
    expect((await anna.ok(userRoutes.getMe)).name).toBe('Anna\u200d 👩‍🚀 فاطمه می‌خواند');
    expect((await anna.ok(userRoutes.updateMe, { body: { name: 'A\u202en\0n\u0007a' } })).name).toBe('Anna');
    const hidden = await app.signUp({ name: '\u2800\u115f' });
    expect((await hidden.ok(userRoutes.getMe)).name).toBe('');
  });

  test('PROF-03 DATA-01 a saved name is trimmed and sets updated_at', async () => {
    const anna = await app.signUp({ name: 'Anna' });
    const before = await anna.ok(userRoutes.getMe);
    expect(before).toEqual({
      id: anna.id,
      name: 'Anna',
      email: anna.email,
      phone: null,
      image: null,
      contact_visibility: 'everyone',
      created_at: hoursFromNow(app.clock, 0),
      updated_at: hoursFromNow(app.clock, 0),
    });
    app.clock.advance(1_000);
    const after = await anna.ok(userRoutes.updateMe, { body: { name: '  Anna Le Brocq  ' } });
    expect(after).toEqual({ ...before, name: 'Anna Le Brocq', updated_at: hoursFromNow(app.clock, 0) });
    expect(await anna.ok(userRoutes.getMe)).toEqual(after);
  });

  test('PERM-02 only name, picture and privacy of one’s own can be changed', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const body = { name: 'Mallory', id: ben.id, email: 'mallory@example.org', created_at: '2000-01-01' };
    const changed = await anna.ok(userRoutes.updateMe, { body });
    expect(changed).toMatchObject({ id: anna.id, name: 'Mallory', email: anna.email });
    expect(await ben.ok(userRoutes.getMe)).toMatchObject({ name: ben.name, email: ben.email });
  });

  test('PERM-02 PROF-07 a picture is an upload of one’s own; null removes it', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const own = await addUpload(anna, `${anna.id}.png`);
    const others = await addUpload(ben, `${ben.id}.png`);
    for (const image of [others, 'missing.png', 'nul\0.png']) {
      const answer = await anna.call(userRoutes.updateMe, { body: { name: 'Changed', image } });
      expect(answer.status).toBe(400);
    }
    const refused = await anna.call(userRoutes.updateMe, { body: { image: others } });
    expect(refused.body.error.message).toBe('Please upload the image again');
    expect(await anna.ok(userRoutes.getMe)).toMatchObject({ name: anna.name, image: null });

    expect(await anna.ok(userRoutes.updateMe, { body: { image: own } })).toMatchObject({ image: own });
    expect(await anna.ok(userRoutes.updateMe, { body: { name: 'Anna' } })).toMatchObject({ image: own });
    expect(await anna.ok(userRoutes.updateMe, { body: { image: null } })).toMatchObject({ image: null });
  });
});

describe('another person', () => {
  test('USER-03 a missing person and an impossible id give one answer', async () => {
    const anna = await app.signUp();
    const missing = await anna.call(userRoutes.getUser, { params: { userId: NOBODY } });
    const impossible = await anna.call(userRoutes.getUser, { params: { userId: 'nobody' } });
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({ error: { code: 'not_found', message: 'Not found' } });
    expect([impossible.status, impossible.body]).toEqual([missing.status, missing.body]);
  });

  test('USER-04 USER-05 USER-06 USER-07 CONT-11 the relationship is given from the viewer’s side', async () => {
    const [anna, ben] = [await app.signUp({ name: 'Anna' }), await app.signUp({ name: 'Ben' })];
    const unknown = { relationship: 'not_connected', friendship_id: null, friendship_date: null };
    expect(await profileOf(anna, ben.id)).toEqual({
      id: ben.id,
      name: 'Ben',
      email: ben.email,
      phone: null,
      image: null,
      shared_events: null,
      sharing_event_id: null,
      in_common: { friends: 0, events: 0 },
      ...unknown,
    });

    const friendshipId = await ask(anna, ben);
    const asked = { friendship_id: friendshipId, friendship_date: null, shared_events: null };
    expect(await profileOf(anna, ben.id)).toMatchObject({ relationship: 'request_sent', ...asked });
    expect(await profileOf(ben, anna.id)).toMatchObject({ relationship: 'request_received', ...asked });

    app.clock.advance(60_000);
    await ben.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
    const friends = {
      relationship: 'friends',
      friendship_id: friendshipId,
      friendship_date: hoursFromNow(app.clock, 0),
      shared_events: [],
    };
    expect(await profileOf(anna, ben.id)).toMatchObject(friends);
    expect(await profileOf(ben, anna.id)).toMatchObject(friends);

    await anna.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
    expect(await profileOf(anna, ben.id)).toMatchObject({ ...unknown, shared_events: null });
  });

  test('USER-12 one’s own id answers without relationship', async () => {
    const anna = await app.signUp();
    const own = { relationship: 'not_connected', shared_events: null, email: anna.email };
    expect(await profileOf(anna, anna.id)).toMatchObject(own);
    expect(await profileOf(anna, anna.id.toUpperCase())).toMatchObject({ ...own, id: anna.id });
  });

  test('CONT-12 USER-02 a hidden address and number are for friends and oneself alone', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    const phone = `+44797${anna.email.length}00000`;
    await app.context.db.query('update users set phone = $1 where id = $2', [phone, anna.id]);
    const shown = { email: anna.email, phone };
    const hidden = { email: null, phone: null };
    expect(await profileOf(ben, anna.id)).toMatchObject(shown);

    await anna.ok(userRoutes.updateMe, { body: { contact_visibility: 'friends' } });
    expect(await profileOf(ben, anna.id)).toMatchObject(hidden);
    expect(await profileOf(anna, anna.id)).toMatchObject(shown);

    const friendshipId = await ask(ben, anna);
    expect(await profileOf(ben, anna.id)).toMatchObject(hidden);
    await anna.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
    expect(await profileOf(ben, anna.id)).toMatchObject(shown);
    await ben.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
    expect(await profileOf(ben, anna.id)).toMatchObject(hidden);
  });
});

describe('events together', () => {
  test('USER-08 USER-09 USER-10 those both are invited to and that have not ended, by start', async () => {
    const [anna, ben] = [await app.signUp(), await app.signUp()];
    await befriend(anna, ben);
    const create = (title: string, start: number, end: number, inviteeIds = [ben.id]) =>
      createEvent(app, anna, {
        title,
        start_time: hoursFromNow(app.clock, start),
        end_time: hoursFromNow(app.clock, end),
        invitee_ids: inviteeIds,
        is_private: true,
      });
    const later = await create('Later', 5, 6);
    const running = await create('Running', -2, 1);
    await create('Ended', -4, -3);
    await create('Without Ben', 2, 3, []);
    const soon = await create('Soon', 1, 9);
    await answer(ben, soon, 'tentative');

    const mine = await profileOf(anna, ben.id);
    expect(mine.shared_events?.map((event) => [event.id, event.my_status, event.their_status])).toEqual([
      [running, 'accepted', 'pending'],
      [soon, 'accepted', 'tentative'],
      [later, 'accepted', 'pending'],
    ]);
    expect(mine.shared_events?.[0]).toEqual({
      id: running,
      title: 'Running',
      image: null,
      start_time: hoursFromNow(app.clock, -2),
      end_time: hoursFromNow(app.clock, 1),
      location_name: "St Ouen's Bay",
      is_cancelled: false,
      my_status: 'accepted',
      their_status: 'pending',
    });
    const theirs = await profileOf(ben, anna.id);
    expect(theirs.shared_events?.map((event) => event.id)).toEqual([running, soon, later]);
    expect(theirs.shared_events?.[1]).toMatchObject({ my_status: 'tentative', their_status: 'accepted' });
  });

  test('PERM-06 only friends see shared events, and only those with an invite of both', async () => {
    const [anna, ben, carl] = [await app.signUp(), await app.signUp(), await app.signUp()];
    const friendshipId = await befriend(anna, ben);
    await befriend(anna, carl);
    await createEvent(app, anna, { invitee_ids: [ben.id, carl.id] });
    await createEvent(app, anna, { invitee_ids: [ben.id], is_private: true });

    expect((await profileOf(carl, anna.id)).shared_events).toHaveLength(1);
    expect((await profileOf(carl, ben.id)).shared_events).toBeNull();
    expect((await profileOf(ben, anna.id)).shared_events).toHaveLength(2);
    await ben.ok(friendshipRoutes.deleteFriendship, { params: { friendshipId } });
    expect((await profileOf(ben, anna.id)).shared_events).toBeNull();
  });
});
