import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { startTestApp, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend } from '@hereabouts/testing/builders';
import { afterEach, beforeEach, expect, test } from 'vitest';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const endRequest = (person: TestPerson, friendshipId: string) =>
  person.call(friendshipRoutes.deleteFriendship, { params: { friendshipId }, query: { status: 'pending' } });
const relationshipOf = async (person: TestPerson, userId: string) =>
  (await person.ok(userRoutes.getUser, { params: { userId } })).relationship;

test('PERM-03 USER-07 cancelling or declining ends no accepted friendship, nor a friend link', async () => {
  const [anna, ben] = [await app.signUp(), await app.signUp()];
  const friendshipId = await befriend(anna, ben);
  await anna.ok(friendLinkRoutes.createFriendLink);
  for (const person of [anna, ben]) {
    const refused = await endRequest(person, friendshipId);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      { code: 'conflict', message: 'The request has been accepted: you are friends now' },
    ]);
  }
  expect(await relationshipOf(anna, ben.id)).toBe('friends');
  expect((await anna.ok(friendLinkRoutes.getFriendLink)).link).not.toBeNull();
});

test.each(['cancels', 'declines'])('PERM-03 whoever %s a request that waits ends it', async (what) => {
  const [anna, ben] = [await app.signUp(), await app.signUp()];
  const friendshipId = await ask(anna, ben);
  expect((await endRequest(what === 'cancels' ? anna : ben, friendshipId)).status).toBe(204);
  expect(await relationshipOf(ben, anna.id)).toBe('not_connected');
});
