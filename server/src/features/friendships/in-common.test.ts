import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes, type Contact, type ContactTab } from '@hereabouts/contract/friendships';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, block, createEvent, hoursFromNow } from '@hereabouts/testing/builders';
import { arrangeScene, SCENE_LEFT_MS } from '@hereabouts/testing/live-scene';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const seen = async (viewer: TestPerson, other: { id: string }, tab: ContactTab = 'discover') => {
  const { contacts } = await viewer.ok(friendshipRoutes.listContacts, { query: { tab } });
  return contacts.find(({ id }) => id === other.id);
};
const inCommon = (contact: Contact | undefined) => [contact?.friendsInCommon, contact?.eventsInCommon];
const join = async (host: TestPerson, eventId: number, ...people: TestPerson[]) => {
  const { token } = await host.ok(eventLinkRoutes.createEventLink, { params: { eventId } });
  for (const person of people) {
    await person.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  }
};

describe('CONT-13 Discover counts friends and events in common', () => {
  test('accepted friends of both; a request is none', async () => {
    const [me, other, friend, asked] = await people(4);
    await befriend(me, friend);
    await befriend(friend, other);
    await befriend(me, asked);
    await other.ok(friendshipRoutes.sendFriendRequest, { body: { addressee_id: asked.id } });
    expect(inCommon(await seen(me, other))).toEqual([1, 0]);
    expect(inCommon(await seen(other, me))).toEqual([1, 0]);
  });

  test('events on whose guest list the two see each other, as guests or host, until they are over', async () => {
    const [me, other, host] = await people(3);
    const ids = [await createEvent(app, host, { is_private: true }), await createEvent(app, host), 0];
    for (const id of ids.slice(0, 2)) await join(host, id, me, other);
    // Seen by both, but neither is on its list with the other.
    await join(host, await createEvent(app, host), me);
    ids[2] = await createEvent(app, me);
    await join(me, ids[2], other);
    expect(inCommon(await seen(me, other))).toEqual([0, 3]);
    expect(inCommon(await seen(other, me))).toEqual([0, 3]);
    await host.ok(eventRoutes.cancelEvent, { params: { eventId: ids[0] ?? 0 } });
    expect(inCommon(await seen(me, other))).toEqual([0, 2]);
    await block(other, host);
    expect(inCommon(await seen(me, other))).toEqual([0, 1]);
    // Nothing says which one it is.
    const contact = await seen(me, other);
    expect(Object.keys(contact ?? {}).toSorted()).toEqual(
      ['email', 'eventsInCommon', 'friendsInCommon', 'id', 'image', 'name'].toSorted(),
    );
  });

  test('an event that has ended counts no more', async () => {
    const [me, other, host] = await people(3);
    const id = await createEvent(app, host, {
      start_time: hoursFromNow(app.clock, -1),
      end_time: hoursFromNow(app.clock, 0.1),
    });
    await join(host, id, me, other);
    expect(inCommon(await seen(me, other))).toEqual([0, 1]);
    app.clock.advance(0.1 * HOUR_MS + 1);
    expect(inCommon(await seen(me, other))).toEqual([0, 0]);
  });
});

describe('CONT-13 a friend can be found while their position is shown to the viewer', () => {
  test('in the row and on the profile, from their consent to the end; not for friends elsewhere', async () => {
    const scene = await arrangeScene(app);
    const { host, friend, eventId } = scene;
    const elsewhere = await app.signUp();
    await befriend(host, elsewhere);
    const found = async (viewer: TestPerson) => {
      const profile = await viewer.ok(userRoutes.getUser, { params: { userId: host.id } });
      return [(await seen(viewer, host, 'friends'))?.sharingEventId ?? null, profile.sharing_event_id];
    };
    expect(await found(friend)).toEqual([null, null]);
    await scene.share(host);
    expect(await found(friend)).toEqual([eventId, eventId]);
    expect(await found(elsewhere)).toEqual([null, null]);
    await scene.answer(friend, 'declined');
    expect(await found(friend)).toEqual([null, null]);
    await scene.answer(friend, 'tentative');
    await host.ok(sharingRoutes.stopSharing, { params: { eventId } });
    expect(await found(friend)).toEqual([null, null]);
    await scene.share(host);
    app.clock.advance(SCENE_LEFT_MS + 1);
    expect(await found(friend)).toEqual([null, null]);
  });
});

async function people<N extends 3 | 4>(count: N) {
  const made = [];
  for (let nth = 0; nth < count; nth += 1) made.push(await app.signUp());
  return made as unknown as N extends 3
    ? [TestPerson, TestPerson, TestPerson]
    : [TestPerson, TestPerson, TestPerson, TestPerson];
}
