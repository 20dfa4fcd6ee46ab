import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, block, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const profile = (viewer: TestPerson, other: TestPerson) =>
  viewer.call(userRoutes.getUser, { params: { userId: other.id } });

/** What the profile says, which is never more or less than the row of Discover. */
async function inCommon(viewer: TestPerson, other: TestPerson) {
  const { contacts } = await viewer.ok(friendshipRoutes.listContacts, { query: { tab: 'discover' } });
  const row = contacts.find(({ id }) => id === other.id);
  const { in_common: told } = await viewer.ok(userRoutes.getUser, { params: { userId: other.id } });
  expect(told).toEqual(row ? { friends: row.friendsInCommon, events: row.eventsInCommon } : null);
  return told;
}

async function join(host: TestPerson, eventId: number, ...people: TestPerson[]) {
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  for (const person of people) {
    await person.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  }
}

const suspend = (person: TestPerson) =>
  app.context.db.query('insert into auth.suspensions (user_id, since) values ($1, $2)', [
    person.id,
    hoursFromNow(app.clock, 0),
  ]);

async function threePeople() {
  return [await app.signUp(), await app.signUp(), await app.signUp()] as const;
}

describe('CONT-13 a stranger’s profile counts friends and events in common as Discover does', () => {
  test('both ways; nothing in common is none of either', async () => {
    const [me, other, friend] = await threePeople();
    expect(await inCommon(me, other)).toEqual({ friends: 0, events: 0 });
    await befriend(me, friend);
    await befriend(friend, other);
    await join(friend, await createEvent(app, friend, { is_private: true }), me, other);
    expect(await inCommon(me, other)).toEqual({ friends: 1, events: 1 });
    expect(await inCommon(other, me)).toEqual({ friends: 1, events: 1 });
  });

  test('PERM-06 counts only: neither who nor which', async () => {
    const [me, other, friend] = await threePeople();
    await befriend(me, friend);
    await befriend(friend, other);
    const title = `Private ${friend.id}`;
    await join(friend, await createEvent(app, friend, { title, is_private: true }), me, other);
    const { body } = await profile(me, other);
    expect(body).toMatchObject({ in_common: { friends: 1, events: 1 }, shared_events: null });
    expect(JSON.stringify(body)).not.toContain(friend.id);
    expect(JSON.stringify(body)).not.toContain(title);
  });

  test('PERM-06 a private event that the viewer cannot see counts for nothing', async () => {
    const [me, other, host] = await threePeople();
    const eventId = await createEvent(app, host, { is_private: true });
    await join(host, eventId, other);
    expect(await inCommon(me, other)).toEqual({ friends: 0, events: 0 });
    await join(host, eventId, me);
    expect(await inCommon(me, other)).toEqual({ friends: 0, events: 1 });
    await block(me, host);
    expect(await inCommon(me, other)).toEqual({ friends: 0, events: 0 });
  });

  test('CONT-07 once there is a request or a friendship it says nothing, nor of oneself', async () => {
    const [me, other, friend] = await threePeople();
    await befriend(me, friend);
    await befriend(friend, other);
    expect(await inCommon(me, other)).toEqual({ friends: 1, events: 0 });
    await ask(me, other);
    for (const [viewer, person] of [
      [me, other],
      [other, me],
      [me, friend],
      [me, me],
    ] as const) {
      expect(await inCommon(viewer, person)).toBeNull();
    }
  });

  test('OPS-13 a suspended person has nothing in common with anybody; a suspended friend stays a friend', async () => {
    const [me, other, friend] = await threePeople();
    await befriend(me, friend);
    await befriend(friend, other);
    await suspend(friend);
    expect(await inCommon(me, other)).toEqual({ friends: 1, events: 0 });
    await suspend(other);
    expect(await inCommon(me, other)).toBeNull();
  });

  test('SAFE-01 after a block neither has a profile for the other', async () => {
    const [me, other, friend] = await threePeople();
    await befriend(me, friend);
    await befriend(friend, other);
    await block(me, other);
    expect((await profile(me, other)).status).toBe(404);
    expect((await profile(other, me)).status).toBe(404);
  });

  test('SAFE-01 a block of the friend or of the host ends what was in common through them', async () => {
    const [me, other, friend] = await threePeople();
    await befriend(me, friend);
    await befriend(friend, other);
    await join(friend, await createEvent(app, friend), me, other);
    expect(await inCommon(me, other)).toEqual({ friends: 1, events: 1 });
    await block(other, friend);
    expect(await inCommon(me, other)).toEqual({ friends: 0, events: 0 });
  });
});
