import { inviteRoutes, type InvitablePage } from '@hereabouts/contract/invites';
import { eventRoutes } from '@hereabouts/contract/events';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NOT_FOUND = { code: 'not_found', message: 'Not found' };
const MAY_NOT_INVITE = {
  code: 'forbidden',
  message: 'You do not have permission to invite people to this event',
};
const ENDED = { code: 'event_ended', message: 'This event has ended' };

let app: TestApp;
let host: TestPerson;
let anna: TestPerson;
let ben: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  host = await app.signUp({ name: 'Host' });
  anna = await app.signUp({ name: 'Anna', email: 'anna@harbour.example' });
  ben = await app.signUp({ name: 'Ben' });
  stranger = await app.signUp({ name: 'Stranger' });
  await befriend(host, anna);
  await befriend(ben, host);
});
afterAll(() => app.stop());

const invite = (inviter: TestPerson, eventId: number, userIds: string[]) =>
  inviter.call(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: userIds } });
const respond = (person: TestPerson, eventId: number, status: string) =>
  person.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: status as 'accepted' } });
const invitable = (viewer: TestPerson, eventId: number, query: object = {}) =>
  viewer.call(inviteRoutes.listInvitable, { params: { eventId }, query });
const namesOf = ({ body }: { body: InvitablePage }) => body.friends.map((friend) => friend.name);
const statusOf = async (person: TestPerson, eventId: number) =>
  (await person.ok(eventRoutes.getEvent, { params: { eventId } })).my_status;
const rowsOf = (eventId: number) =>
  app.context.db.query<{ user_id: string; status: string }>(
    'select user_id, status from event_invites where event_id = $1 order by created_at, status',
    [eventId],
  );
const endIt = (eventId: number) =>
  app.context.db.query('update events set start_time = $2, end_time = $3 where id = $1', [
    eventId,
    hoursFromNow(app.clock, -3),
    hoursFromNow(app.clock, -1),
  ]);

test('PERM-01 anonymous visitors neither invite nor answer', async () => {
  const params = { eventId: await createEvent(app, host) };
  const calls = [
    app.anonymous.call(inviteRoutes.listInvitable, { params }),
    app.anonymous.call(inviteRoutes.inviteFriends, { params, body: { user_ids: [NOBODY] } }),
    app.anonymous.call(inviteRoutes.respondToInvite, { params, body: { status: 'accepted' } }),
  ];
  expect((await Promise.all(calls)).map((answer) => answer.status)).toEqual([401, 401, 401]);
});

describe('friends to invite', () => {
  test('INV-07 PERM-04 others than the creator get the text, or nothing where they see no event', async () => {
    const open = await createEvent(app, host, { invitee_ids: [anna.id] });
    const hidden = await createEvent(app, host, { invitee_ids: [anna.id], is_private: true });
    for (const [viewer, eventId] of [
      [anna, open],
      [stranger, open],
      [anna, hidden],
    ] as const) {
      const listed = await invitable(viewer, eventId);
      const invited = await invite(viewer, eventId, [stranger.id]);
      expect([listed.status, listed.body.error]).toEqual([403, MAY_NOT_INVITE]);
      expect([invited.status, invited.body.error]).toEqual([403, MAY_NOT_INVITE]);
    }
    for (const eventId of [hidden, 999_999]) {
      const listed = await invitable(stranger, eventId);
      const invited = await invite(stranger, eventId, [host.id]);
      expect([listed.status, listed.body.error]).toEqual([404, NOT_FOUND]);
      expect([invited.status, invited.body.error]).toEqual([404, NOT_FOUND]);
    }
  });

  test('INV-01 INV-04 friends without an invite, by name, with the event', async () => {
    const eventId = await createEvent(app, host, { title: 'Bonfire', invitee_ids: [ben.id] });
    await ask(host, await app.signUp());
    const answer = await invitable(host, eventId);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        event: {
          id: eventId,
          title: 'Bonfire',
          image: null,
          start_time: hoursFromNow(app.clock, 1),
          end_time: hoursFromNow(app.clock, 3),
        },
        friends: [{ id: anna.id, name: 'Anna', email: anna.email, image: null }],
        next_cursor: null,
        has_friends: true,
      },
    ]);
  });

  test('INV-05 "everyone is invited" and "no friends yet" can be told apart', async () => {
    const all = await createEvent(app, host, { invitee_ids: [anna.id, ben.id] });
    expect((await invitable(host, all)).body).toMatchObject({ friends: [], has_friends: true });
    const loner = await app.signUp();
    await ask(loner, anna);
    const none = await createEvent(app, loner);
    expect((await invitable(loner, none)).body).toMatchObject({ friends: [], has_friends: false });
  });

  test('INV-01 CONT-12 search by name or e-mail, in pages; a friend sees a hidden address', async () => {
    const eventId = await createEvent(app, host);
    await anna.ok(userRoutes.updateMe, { body: { contact_visibility: 'friends' } });
    expect(namesOf(await invitable(host, eventId))).toEqual(['Anna', 'Ben']);
    expect(namesOf(await invitable(host, eventId, { search: 'BEN' }))).toEqual(['Ben']);
    expect(namesOf(await invitable(host, eventId, { search: 'harbour' }))).toEqual(['Anna']);
    expect(namesOf(await invitable(host, eventId, { search: '%' }))).toEqual([]);

    const first = await invitable(host, eventId, { limit: 1 });
    const second = await invitable(host, eventId, { limit: 1, cursor: first.body.next_cursor });
    expect([namesOf(first), namesOf(second), second.body.next_cursor]).toEqual([['Anna'], ['Ben'], null]);
    expect((await invitable(host, eventId, { cursor: 'none' })).status).toBe(400);
  });
});

describe('inviting', () => {
  test('INV-03 EVF-16 nobody chosen, no id, or no friend: refused, and nobody is invited', async () => {
    const eventId = await createEvent(app, host);
    const empty = await invite(host, eventId, []);
    expect([empty.status, empty.body.error.message]).toEqual([
      400,
      'Please select at least one friend to invite',
    ]);
    expect((await invite(host, eventId, ['anna'])).status).toBe(400);
    // Without a row of their own, the creator is no guest to be invited either.
    await app.context.db.query('delete from event_invites where event_id = $1', [eventId]);
    for (const id of [stranger.id, NOBODY, host.id]) {
      const answer = await invite(host, eventId, [anna.id, id]);
      expect([answer.status, answer.body.error]).toEqual([
        403,
        { code: 'forbidden', message: 'Only your friends can be invited' },
      ]);
    }
    expect(await rowsOf(eventId)).toEqual([]);
  });

  test('INV-04 DATA-02 new invites are pending; existing ones are unchanged', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await respond(anna, eventId, 'accepted');
    const answer = await invite(host, eventId, [anna.id, ben.id, ben.id.toUpperCase(), host.id]);
    expect([answer.status, answer.body]).toEqual([201, { invited: 1 }]);
    expect([await statusOf(anna, eventId), await statusOf(ben, eventId)]).toEqual(['accepted', 'pending']);
    expect((await invite(host, eventId, [ben.id])).body).toEqual({ invited: 0 });
    const write = app.context.db.query(`update event_invites set status = 'perhaps'`);
    await expect(write).rejects.toMatchObject({ code: '23514' });
  });

  test('INV-07 after the end there is nobody to invite', async () => {
    const eventId = await createEvent(app, host);
    await endIt(eventId);
    const [listed, invited] = [await invitable(host, eventId), await invite(host, eventId, [anna.id])];
    expect([listed.status, listed.body.error]).toEqual([409, ENDED]);
    expect([invited.status, invited.body.error]).toEqual([409, ENDED]);
  });

  test('INV-04 the same people invited at once get one invite each', async () => {
    const eventId = await createEvent(app, host);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => invite(host, eventId, [anna.id, ben.id])),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 6 }, () => 201));
    expect(answers.reduce((sum, answer) => sum + answer.body.invited, 0)).toBe(2);
    expect(await rowsOf(eventId)).toHaveLength(3);
  });

  test('EVF-16 a guest list has an end', async () => {
    const eventId = await createEvent(app, host);
    await app.context.db.query(
      `with people as (
        insert into users (id, name, created_at, updated_at)
        select gen_random_uuid(), 'Crowd', $2, $2 from generate_series(1, $3::int) returning id)
      insert into event_invites (event_id, user_id, created_at, updated_at) select $1, id, $2, $2 from people`,
      [eventId, hoursFromNow(app.clock, 0), EVENT_INVITES_MAX - 1],
    );
    const over = await invite(host, eventId, [anna.id, ben.id]);
    expect([over.status, over.body.error.message]).toEqual([
      400,
      `An event can have at most ${EVENT_INVITES_MAX} invited people`,
    ]);
    expect((await invite(host, eventId, [anna.id])).body).toEqual({ invited: 1 });
  });
});

describe('answering', () => {
  test('OPS-11 an answer that was given under another epoch is refused and changes nothing', async () => {
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [anna.id] });
    const accept = (epoch: string) =>
      anna.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted', epoch } });
    const { status, body } = await accept(NOBODY);
    expect([status, body]).toMatchObject([
      409,
      { error: { code: 'conflict', fields: { epoch: expect.stringContaining('restored') } } },
    ]);
    expect(await statusOf(anna, eventId)).toBe('pending');
    expect((await accept(app.context.epoch)).status).toBe(200);
    expect(await statusOf(anna, eventId)).toBe('accepted');
  });

  test('RSVP-01 PERM-02 strangers are refused, and told nothing of a private event', async () => {
    const open = await createEvent(app, host);
    const hidden = await createEvent(app, host, { is_private: true });
    const refused = await respond(stranger, open, 'accepted');
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { code: 'forbidden', message: 'Only invited people can answer this invitation' },
    ]);
    const missing = await respond(stranger, hidden, 'accepted');
    expect([missing.status, missing.body.error]).toEqual([404, NOT_FOUND]);
    expect([await rowsOf(open), await rowsOf(hidden)].flat().map((row) => row.user_id)).toEqual([
      host.id,
      host.id,
    ]);
  });

  test('RSVP-01 a removed guest is a stranger again', async () => {
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    await app.context.db.query('delete from event_invites where user_id = $1', [anna.id]);
    expect((await respond(anna, eventId, 'accepted')).status).toBe(403);
    await app.context.db.query('update events set is_private = true where id = $1', [eventId]);
    expect((await respond(anna, eventId, 'accepted')).status).toBe(404);
  });

  test('RSVP-01 an answer given while its sender is being taken off the list does not bring them back', async () => {
    const { db } = app.context;
    const eventId = await createEvent(app, host, { invitee_ids: [anna.id] });
    const answering = await db.transaction(async (tx) => {
      await tx.query('select from events where id = $1 for update', [eventId]);
      await tx.query('delete from event_invites where event_id = $1 and user_id = $2', [eventId, anna.id]);
      const answer = respond(anna, eventId, 'accepted');
      // PGlite has one session: there the answer waits in line outside of it.
      while (db.engine === 'postgres' && (await countLockWaits(db)) === 0);
      return { answer };
    });
    expect((await answering.answer).status).toBe(403);
    expect((await rowsOf(eventId)).map((row) => row.user_id)).toEqual([host.id]);
  });

  test('RSVP-01 RSVP-02 an answer can be any of three, and changed', async () => {
    const eventId = await createEvent(app, host, { is_private: true, invitee_ids: [anna.id, ben.id] });
    for (const status of ['accepted', 'tentative', 'declined', 'accepted']) {
      const answer = await respond(anna, eventId, status);
      expect([answer.status, answer.body]).toEqual([200, { status, brings: 0, is_waiting: false }]);
      expect(await statusOf(anna, eventId)).toBe(status);
    }
    for (const status of ['pending', 'yes', '']) {
      expect((await respond(anna, eventId, status)).status).toBe(400);
    }
    expect([await statusOf(anna, eventId), await statusOf(ben, eventId)]).toEqual(['accepted', 'pending']);
    expect(await rowsOf(eventId)).toHaveLength(3);
  });

  test('RSVP-04 RSVP-01 a creator without an invite gets one by answering, once', async () => {
    const eventId = await createEvent(app, host);
    await app.context.db.query('delete from event_invites where event_id = $1', [eventId]);
    const answers = await Promise.all(
      ['tentative', 'declined'].map((status) => respond(host, eventId, status)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await rowsOf(eventId)).toEqual([
      { user_id: host.id, status: expect.stringMatching(/tentative|declined/) },
    ]);
  });

  test('RSVP-03 an answer counts to the last moment and is refused after it', async () => {
    const late = await app.signUp();
    await befriend(host, late);
    const eventId = await createEvent(app, host, {
      invitee_ids: [late.id],
      start_time: hoursFromNow(app.clock, -1),
      end_time: new Date(app.clock.now() + 1_000).toISOString(),
    });
    app.clock.advance(1_000);
    expect((await respond(late, eventId, 'accepted')).status).toBe(200);
    app.clock.advance(1);
    for (const person of [late, host]) {
      const answer = await respond(person, eventId, 'declined');
      expect([answer.status, answer.body.error]).toEqual([409, ENDED]);
    }
    expect((await respond(stranger, eventId, 'accepted')).status).toBe(403);
    expect(await statusOf(late, eventId)).toBe('accepted');
  });
});
