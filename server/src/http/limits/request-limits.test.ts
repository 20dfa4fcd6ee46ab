import { blockRoutes } from '@hereabouts/contract/blocks';
import { chatRoutes } from '@hereabouts/contract/chat';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { EVENT_INVITES_MAX } from '@hereabouts/contract/limits';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { running } from '@hereabouts/testing/live-scene';
import { afterEach, beforeEach, expect, test } from 'vitest';

const WRITES = 5;
let app: TestApp;
let host: TestPerson;
let guest: TestPerson;
let friendshipId: string;
let eventId: number;

beforeEach(async () => {
  app = await startTestApp({ writesPerMinute: WRITES });
  [host, guest] = [await app.signUp(), await app.signUp()];
  friendshipId = await befriend(host, guest);
  eventId = await createEvent(app, host, { ...running(app), invitee_ids: [guest.id] });
});
afterEach(() => app.stop());

/** Uses up what is left of a person's minute. */
async function useUp(person: TestPerson): Promise<void> {
  for (let n = 0; n <= WRITES; n += 1) {
    const { status } = await person.call(userRoutes.updateMe, { body: { name: person.name } });
    if (status === 429) return;
  }
  throw new Error('The limit was not met');
}
const answer = async (person: TestPerson, status: RsvpAnswer) =>
  (await person.call(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } })).status;
const edit = async (changes: object = {}) => {
  const body = {
    ...eventInput(app.clock, running(app)),
    invitee_ids: [guest.id],
    keep_answers: true,
    ...changes,
  };
  return (await host.call(eventRoutes.updateEvent, { params: { eventId }, body })).status;
};

test('LIVE-10 revoking actions are not counted and not refused by the write limit', async () => {
  await useUp(host);
  await useUp(guest);
  expect(await answer(guest, 'declined')).toBe(200);
  expect(await answer(guest, 'accepted')).toBe(429);
  const params = { friendshipId };
  expect((await guest.call(friendshipRoutes.deleteFriendship, { params })).status).toBe(204);
  expect((await guest.call(blockRoutes.blockUser, { params: { userId: host.id } })).status).toBe(204);
  expect((await guest.call(blockRoutes.unblockUser, { params: { userId: host.id } })).status).toBe(429);
  expect((await host.call(sharingRoutes.stopSharing, { params: { eventId } })).status).toBe(204);
  expect((await host.call(meetingPointRoutes.removeMeetingPoint, { params: { eventId } })).status).toBe(204);
  const hiding = { contact_visibility: 'friends', image: null } as const;
  expect((await host.call(userRoutes.updateMe, { body: hiding })).status).toBe(200);
  expect((await host.call(userRoutes.updateMe, { body: { ...hiding, name: 'Other' } })).status).toBe(429);
  expect((await host.call(userRoutes.updateMe, { body: { contact_visibility: 'everyone' } })).status).toBe(
    429,
  );
  expect((await host.call(eventRoutes.cancelEvent, { params: { eventId } })).status).toBe(204);
  const signOut = await fetch(`${app.url}/auth/v1/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${host.token}` },
  });
  expect(signOut.status).toBe(204);
});

test('LIVE-10 an edit that only un-invites or makes the event private is not refused, one that changes more is', async () => {
  await useUp(host);
  expect(await edit({ is_private: true, title: 'Another title' })).toBe(429);
  expect(await edit({ is_private: true })).toBe(200);
  expect((await host.ok(eventRoutes.getEvent, { params: { eventId } })).is_private).toBe(true);
  expect(await edit({ is_private: false })).toBe(429);
  expect(await edit({ title: 'Another title' })).toBe(429);
  expect(await edit({ is_private: true, invitee_ids: [] })).toBe(200);
  expect((await host.ok(eventRoutes.getEvent, { params: { eventId } })).invites).toEqual([]);
  expect(await edit({ is_private: true, invitee_ids: [guest.id] })).toBe(429);
});

test('LIVE-10 HOST-02 an edit that adds people counts once, refused or not, and one that takes some off does not', async () => {
  const [friend, other] = [await app.signUp(), await app.signUp()];
  await befriend(friend, guest);
  await befriend(other, host);
  app.clock.advance(60_000);
  const form = eventInput(app.clock);
  eventId = await createEvent(app, host, { ...form, invitee_ids: [guest.id, other.id] });
  await host.ok(coHostRoutes.addCoHost, { params: { eventId, userId: guest.id } });
  const change = async (baseIds: string[], ids: string[]) => {
    const base = { ...form, invitee_ids: baseIds };
    const body = { ...form, invitee_ids: ids, base, keep_answers: true };
    return (await guest.call(eventRoutes.updateEvent, { params: { eventId }, body })).status;
  };
  const tooMany = Array.from({ length: EVENT_INVITES_MAX }, () => crypto.randomUUID());
  expect(await change([], [friend.id])).toBe(200);
  for (let n = 1; n < WRITES; n += 1) expect(await change([], tooMany)).toBe(400);
  expect(await change([], tooMany)).toBe(429);
  expect(await change([guest.id, friend.id, other.id], [guest.id])).toBe(200);
  expect((await host.ok(eventRoutes.getEvent, { params: { eventId } })).invites).toMatchObject([
    { user: { id: guest.id } },
  ]);
});

test('LIVE-10 revocations with nothing left to revoke write nothing and notify nobody', async () => {
  const stranger = await app.signUp();
  const again = async () => [
    await answer(guest, 'declined'),
    await edit({ invitee_ids: [guest.id] }),
    (await guest.call(blockRoutes.blockUser, { params: { userId: stranger.id } })).status,
    (await guest.call(friendshipRoutes.deleteFriendship, { params: { friendshipId: crypto.randomUUID() } }))
      .status,
    (await guest.call(userRoutes.updateMe, { body: { contact_visibility: 'friends', image: null } })).status,
    (await host.call(meetingPointRoutes.removeMeetingPoint, { params: { eventId } })).status,
  ];
  expect(await again()).toEqual([200, 200, 204, 404, 200, 204]);
  const stored = async () =>
    JSON.stringify(
      await Promise.all(
        ['event_invites', 'events', 'blocks', 'friendships', 'notifications', 'users'].map((table) =>
          app.context.db.query(`select xmin, t.* from ${table} t order by t::text`),
        ),
      ),
    );
  const before = await stored();
  const listeners = [await app.listen(host), await app.listen(guest), await app.listen(stranger)];
  expect(await again()).toEqual([200, 200, 204, 404, 200, 204]);
  await Promise.all(listeners.map((listener) => listener.settled()));
  expect(await stored()).toBe(before);
  const notified = listeners.flatMap(({ received }) => received.filter(({ event }) => event !== 'phx_reply'));
  expect(notified).toEqual([]);
});

test('LIVE-10 read markers have a budget of their own, which affects nothing else', async () => {
  const mark = async () =>
    (await guest.call(chatRoutes.markChatRead, { params: { eventId }, body: { seq: 1 } })).status;
  await useUp(guest);
  expect(await mark()).toBe(200);
  let marks = 1;
  while (marks < 1_000 && (await mark()) === 200) marks += 1;
  expect(marks).toBe(600);
  app.clock.advance(60_000);
  expect(await answer(guest, 'tentative')).toBe(200);
  expect(await mark()).toBe(200);
});
