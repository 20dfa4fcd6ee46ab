import { randomUUID } from 'node:crypto';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { liveRoutes } from '@hereabouts/contract/live';
import { meetingPointRoutes } from '@hereabouts/contract/meeting-points';
import { sharingRoutes } from '@hereabouts/contract/sharing';
import { reportRoutes } from '@hereabouts/contract/reports';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { userRoutes } from '@hereabouts/contract/users';
import type { Context } from '@hereabouts/server/context';
import { startTestApp, type Answer, type TestApp, type TestPerson } from '@hereabouts/testing/app';
import { ask, befriend, createEvent, eventInput } from '@hereabouts/testing/builders';
import { running } from '@hereabouts/testing/live-scene';
import { tinyPng } from '@hereabouts/testing/pictures';
import { whereIs } from '@hereabouts/testing/where-is';
import { countLockWaits } from '@hereabouts/testing/lock-waits';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { deleteAccountByOperator } from './deletion-service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Ann's account goes while she or Bob, her friend, does something; `theirs` is his event with her, `hers` hers with him. */
type Scene = { ann: TestPerson; bob: TestPerson; theirs: number; hers: number };
type Act = (scene: Scene) => Promise<() => Promise<Answer>>;

const of = (eventId: number) => ({ params: { eventId } });
const pin = { name: 'Left of the stage', latitude: 49.2, longitude: -2.1, meet_at: null };
const message = () => ({ id: randomUUID(), message: 'Hello' });

const ACTS: Record<string, Act> = {
  'answers his invitation':
    async ({ ann, theirs }) =>
    () =>
      ann.call(inviteRoutes.respondToInvite, { ...of(theirs), body: { status: 'tentative' } }),
  'opens his chat':
    async ({ ann, theirs }) =>
    () =>
      ann.call(chatRoutes.listMessages, { ...of(theirs), query: {} }),
  'says something there':
    async ({ ann, theirs }) =>
    () =>
      ann.call(chatRoutes.sendMessage, { ...of(theirs), body: message() }),
  'reads there': async ({ ann, bob, theirs }) => {
    await bob.ok(chatRoutes.sendMessage, { ...of(theirs), body: message() });
    return () => ann.call(chatRoutes.markChatRead, { ...of(theirs), body: { seq: 1 } });
  },
  'says something in her own chat':
    async ({ ann, hers }) =>
    () =>
      ann.call(chatRoutes.sendMessage, { ...of(hers), body: message() }),
  'shares her position':
    async ({ ann, theirs }) =>
    () =>
      ann.call(sharingRoutes.startSharing, of(theirs)),
  'sets a meeting point':
    async ({ ann, theirs }) =>
    () =>
      ann.call(meetingPointRoutes.setMeetingPoint, { ...of(theirs), body: pin }),
  'asks a stranger': async ({ ann }) => {
    const stranger = await app.signUp();
    return () => ann.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: stranger.id } });
  },
  'accepts a request': async ({ ann }) => {
    const friendshipId = await ask(await app.signUp(), ann);
    return () => ann.call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  },
  'uses a friend link': async ({ ann }) => {
    const { token } = await (await app.signUp()).ok(friendLinkRoutes.createFriendLink);
    return () => ann.call(friendLinkRoutes.befriendByLink, { params: { token } });
  },
  'makes a friend link':
    async ({ ann }) =>
    () =>
      ann.call(friendLinkRoutes.createFriendLink),
  'blocks him':
    async ({ ann, bob }) =>
    () =>
      ann.call(blockRoutes.blockUser, { params: { userId: bob.id } }),
  'reports him':
    async ({ ann, bob }) =>
    () =>
      ann.call(reportRoutes.report, { body: { kind: 'user', user_id: bob.id, reason: 'Spam' } }),
  'makes an event with him':
    async ({ ann, bob }) =>
    () =>
      ann.call(eventRoutes.createEvent, { body: eventInput(app.clock, { invitee_ids: [bob.id] }) }),
  'makes an event with a picture': async ({ ann }) => {
    const { path: image } = await ann.ok(uploadRoutes.createUpload, { body: await tinyPng() });
    return () => ann.call(eventRoutes.createEvent, { body: eventInput(app.clock, { image }) });
  },
  'changes her event':
    async ({ ann, bob, hers }) =>
    () =>
      ann.call(eventRoutes.updateEvent, {
        ...of(hers),
        body: { ...eventInput(app.clock, { title: 'Other', invitee_ids: [bob.id] }), keep_answers: false },
      }),
  'cancels her event':
    async ({ ann, hers }) =>
    () =>
      ann.call(eventRoutes.cancelEvent, of(hers)),
  'uploads a picture': async ({ ann }) => {
    const body = await tinyPng();
    return () => ann.call(uploadRoutes.createUpload, { body });
  },
  'takes another picture': async ({ ann }) => {
    const { path: image } = await ann.ok(uploadRoutes.createUpload, { body: await tinyPng() });
    return () => ann.call(userRoutes.updateMe, { body: { image } });
  },
  'changes her name':
    async ({ ann }) =>
    () =>
      ann.call(userRoutes.updateMe, { body: { name: 'Anne' } }),
  'is invited': async ({ ann, bob }) => {
    const eventId = await createEvent(app, bob);
    return () => bob.call(inviteRoutes.inviteFriends, { ...of(eventId), body: { user_ids: [ann.id] } });
  },
  'is asked to an event that is being made':
    async ({ ann, bob }) =>
    () =>
      bob.call(eventRoutes.createEvent, { body: eventInput(app.clock, { invitee_ids: [ann.id] }) }),
  'is a guest of what he changes':
    async ({ ann, bob, theirs }) =>
    () =>
      bob.call(eventRoutes.updateEvent, {
        ...of(theirs),
        body: { ...eventInput(app.clock, { title: 'Other', invitee_ids: [ann.id] }), keep_answers: false },
      }),
  'is a guest of what he cancels':
    async ({ bob, theirs }) =>
    () =>
      bob.call(eventRoutes.cancelEvent, of(theirs)),
  'has a guest who answers':
    async ({ bob, hers }) =>
    () =>
      bob.call(inviteRoutes.respondToInvite, { ...of(hers), body: { status: 'tentative' } }),
  'has a guest who says something':
    async ({ bob, hers }) =>
    () =>
      bob.call(chatRoutes.sendMessage, { ...of(hers), body: message() }),
  'has a guest who shares':
    async ({ bob, hers }) =>
    () =>
      bob.call(sharingRoutes.startSharing, of(hers)),
  'has a guest who sets a meeting point':
    async ({ bob, hers }) =>
    () =>
      bob.call(meetingPointRoutes.setMeetingPoint, { ...of(hers), body: pin }),
  'is told of a meeting point':
    async ({ bob, theirs }) =>
    () =>
      bob.call(meetingPointRoutes.setMeetingPoint, { ...of(theirs), body: pin }),
  'is asked to be friends': async ({ ann }) => {
    const stranger = await app.signUp();
    return () => stranger.call(friendshipRoutes.sendFriendRequest, { body: { addressee_id: ann.id } });
  },
  'is accepted': async ({ ann }) => {
    const stranger = await app.signUp();
    const friendshipId = await ask(ann, stranger);
    return () => stranger.call(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  },
  'has shown a friend link': async ({ ann }) => {
    const { token } = await ann.ok(friendLinkRoutes.createFriendLink);
    const stranger = await app.signUp();
    return () => stranger.call(friendLinkRoutes.befriendByLink, { params: { token } });
  },
  'is unfriended': async ({ ann, bob }) => {
    const { friendship_id: friendshipId } = await bob.ok(userRoutes.getUser, { params: { userId: ann.id } });
    return () =>
      bob.call(friendshipRoutes.deleteFriendship, { params: { friendshipId: friendshipId ?? '' } });
  },
  'is blocked':
    async ({ ann, bob }) =>
    () =>
      bob.call(blockRoutes.blockUser, { params: { userId: ann.id } }),
  'is reported':
    async ({ ann, bob }) =>
    () =>
      bob.call(reportRoutes.report, { body: { kind: 'user', user_id: ann.id, reason: 'Spam' } }),
  'is lit up for':
    async ({ ann, bob, theirs }) =>
    () =>
      bob.call(liveRoutes.lightBeacon, { ...of(theirs), body: { user_id: ann.id } }),
};

async function arrange(): Promise<Scene> {
  const [ann, bob] = [await app.signUp(), await app.signUp()];
  await befriend(ann, bob);
  const [theirs, hers] = [
    await createEvent(app, bob, { ...running(app), invitee_ids: [ann.id] }),
    await createEvent(app, ann, { ...running(app), invitee_ids: [bob.id] }),
  ];
  for (const [who, eventId] of [
    [ann, theirs],
    [bob, hers],
  ] as const) {
    await who.ok(inviteRoutes.respondToInvite, { ...of(eventId), body: { status: 'accepted' } });
  }
  return { ann, bob, theirs, hers };
}

/** The next deletion of an account waits before its last commit until it is let go. */
function stopBeforeCommit() {
  const stopped = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { auth } = app.context;
  const finish: Context['auth']['finishDeletion'] = auth.finishDeletion.bind(auth);
  vi.spyOn(auth, 'finishDeletion').mockImplementationOnce((which, within) =>
    finish(which, async (tx) => {
      const result = await within(tx);
      stopped.resolve();
      await gate.promise;
      return result;
    }),
  );
  return { stopped: stopped.promise, letGo: () => gate.resolve() };
}

/** The one connection of the embedded database takes both in the same order each time. */
const ROUNDS = inject('testDatabase').engine === 'postgres' ? 3 : 1;

/** An id under which somebody blocked nobody says nothing of anybody: it is kept for them alone (docs/privacy.md). What is
 * taken back is told to other processes for some minutes. */
const WHERE_IT_MAY_BE = new Set(['public.blocks_of_nobody.other_id', 'public.revocations.message']);
const whereNamed = async (id: string) => {
  // The id waits there until it is noted outside the database (OPS-11).
  await app.context.jobs.idle();
  return (await whereIs(app.context.db, [id])).filter((place) => !WHERE_IT_MAY_BE.has(place));
};

test.runIf(inject('testDatabase').engine === 'postgres')(
  'SAFE-03 whoever makes an event waits for a friendship before anything names them, as a deletion of their account would',
  async () => {
    const { ann, bob } = await arrange();
    const { db } = app.context;
    const holding = Promise.withResolvers<void>();
    const letGo = Promise.withResolvers<void>();
    const held = db.transaction(async (tx) => {
      await tx.query('select from friendships where requester_id = $1 or addressee_id = $1 for update', [
        ann.id,
      ]);
      holding.resolve();
      await letGo.promise;
      await tx.query('select from users where id = $1 for update nowait', [ann.id]);
    });
    await holding.promise;
    const made = ann.call(eventRoutes.createEvent, {
      body: eventInput(app.clock, { invitee_ids: [bob.id] }),
    });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    letGo.resolve();
    await held;
    expect((await made).status).toBe(201);
  },
);

describe.each(Object.entries(ACTS))('SAFE-03 somebody whose account is deleted while she %s', (_, act) => {
  test('is gone, and no request is answered with 500', async () => {
    const scene = await arrange();
    const call = await act(scene);
    // The deletion has done all but its commit when the call comes.
    const deletion = stopBeforeCommit();
    const deleted = deleteAccountByOperator(app.context, scene.ann.id);
    await deletion.stopped;
    let isAnswered = false;
    const called = call().finally(() => {
      isAnswered = true;
    });
    // The embedded database has one connection, which the deletion holds: the call waits for it.
    if (inject('testDatabase').engine === 'postgres') {
      await vi.waitUntil(async () => isAnswered || (await countLockWaits(app.context.db)) > 0, {
        timeout: 20_000,
        interval: 5,
      });
    }
    deletion.letGo();
    await deleted;
    expect((await called).status).toBeLessThan(500);
    expect(await whereNamed(scene.ann.id)).toEqual([]);
  });

  test('is gone whichever comes first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await arrange();
      const call = await act(scene);
      const [answer] = await Promise.all([call(), deleteAccountByOperator(app.context, scene.ann.id)]);
      expect(answer.status).toBeLessThan(500);
      expect(await whereNamed(scene.ann.id)).toEqual([]);
    }
  });
});
