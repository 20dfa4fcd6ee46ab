import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { removeEvent } from '@hereabouts/server/features/events/removal-service';
import { startTestApp, type Caller, type TestApp, type TestPerson } from './app.ts';

/**
 * Everybody an access rule can be asked about, seen from the creator of an event. `friend` is the creator's friend and
 * not invited; `removed` was invited and taken off the list again; `pending` has asked the creator to be friends.
 */
export const ROLES = [
  'anonymous',
  'stranger',
  'pending',
  'friend',
  'invited',
  'declined',
  'removed',
  'creator',
] as const;
export type Role = (typeof ROLES)[number];
export const SIGNED_IN_ROLES = ROLES.filter((role) => role !== 'anonymous');

/**
 * Further roles, whose outcome follows from the table of the others (see access-rows/further.ts). The creator and
 * `invited` have two-step sign-in; at aal1 they have only given the password, in another session. `blocked` was blocked
 * by the creator, `blocking` has blocked the creator. `suspended` was a friend of the creator and a guest, and still has
 * the token of before.
 */
export const FURTHER_ROLES = [
  'creator at aal1',
  'invited at aal1',
  'blocked',
  'blocking',
  'suspended',
] as const;
export type FurtherRole = (typeof FURTHER_ROLES)[number];

/** What each role gets: an HTTP status, or whatever else the table is about. */
export type Expected<T = number> = Record<Role, T>;

export const everyone = <T>(outcome: T): Expected<T> =>
  Object.fromEntries(ROLES.map((role) => [role, outcome])) as Expected<T>;
/** The same for every signed-in role, 401 for a visitor. */
export const everyUser = (status: number): Expected => ({ ...everyone(status), anonymous: 401 });
/** What a private event answers: only those on its list and its creator find it. */
export const PRIVATE_EVENT: Expected = { ...everyUser(404), invited: 200, declined: 200, creator: 200 };

export type World = TestApp & {
  readonly people: Record<Exclude<Role, 'anonymous'>, TestPerson>;
  readonly further: Record<FurtherRole, Caller & { readonly token: string }>;
  caller(role: Role): Caller;
};

export async function createWorld(): Promise<World> {
  const app = await startTestApp();
  const people = {} as World['people'];
  for (const role of SIGNED_IN_ROLES) {
    people[role] = await app.signUp({ name: role, email: `${role}@example.org` });
  }
  for (const role of ['creator', 'invited'] as const) await people[role].enableSecondStep();
  const blocked = await app.signUp({ name: 'blocked', email: 'blocked@example.org' });
  const blocking = await app.signUp({ name: 'blocking', email: 'blocking@example.org' });
  await people.creator.ok(routes.blockUser, { params: { userId: blocked.id } });
  await blocking.ok(routes.blockUser, { params: { userId: people.creator.id } });
  const suspended = await app.signUp({ name: 'suspended', email: 'suspended@example.org' });
  const world: World = {
    ...app,
    people,
    further: {
      'creator at aal1': await people.creator.signInElsewhere(),
      'invited at aal1': await people.invited.signInElsewhere(),
      blocked,
      blocking,
      suspended,
    },
    caller: (role) => (role === 'anonymous' ? app.anonymous : people[role]),
  };
  for (const role of ['friend', 'invited', 'declined', 'removed'] as const) {
    await arrangeFriendship(world, people[role], true);
  }
  await arrangeFriendship(world, people.pending, false);
  await arrangeFriendship(world, suspended, true);
  await people.creator.ok(routes.createEvent, { body: eventInput(world, false, [suspended.id]) });
  await app.context.auth.suspend(suspended.id, async () => {});
  return world;
}

/** An event in an hour, as the form sends it. */
export function eventInput(world: World, isPrivate: boolean, inviteeIds: string[]) {
  const at = (hours: number) => new Date(world.clock.now() + hours * HOUR_MS).toISOString();
  return {
    title: 'Harbour swim',
    description: 'Bring a towel',
    image: null,
    location_name: 'Havre des Pas',
    location_address: 'St Helier',
    location_latitude: 49.176,
    location_longitude: -2.098,
    start_time: at(1),
    end_time: at(3),
    is_private: isPrivate,
    invitee_ids: inviteeIds,
  };
}

/** An event of the creator's with `invited`, `declined` and, for a moment, `removed` on its list. */
export async function arrangeEvent(world: World, isPrivate: boolean): Promise<number> {
  const { creator, invited, declined, removed } = world.people;
  const stay = [invited.id, declined.id];
  const { id } = await creator.ok(routes.createEvent, {
    body: eventInput(world, isPrivate, [...stay, removed.id]),
  });
  const params = { eventId: id };
  await creator.ok(routes.updateEvent, {
    params,
    body: { ...eventInput(world, isPrivate, stay), keep_answers: true },
  });
  await declined.ok(routes.respondToInvite, { params, body: { status: 'declined' } });
  return id;
}

/** The same event, begun an hour ago; `invited` has answered Going and so takes part. */
export async function arrangeRunningEvent(world: World, isPrivate: boolean): Promise<number> {
  const { creator, invited, declined } = world.people;
  const params = { eventId: await arrangeEvent(world, isPrivate) };
  await creator.ok(routes.updateEvent, {
    params,
    body: {
      ...eventInput(world, isPrivate, [invited.id, declined.id]),
      start_time: new Date(world.clock.now() - HOUR_MS).toISOString(),
      keep_answers: true,
    },
  });
  await invited.ok(routes.respondToInvite, { params, body: { status: 'accepted' } });
  return params.eventId;
}

/** How an event is over. */
export const OVER = ['ended', 'cancelled', 'removed'] as const;
export type Over = (typeof OVER)[number];

/** An event of the creator's that is over: it ended an hour ago, or was cancelled, or removed by the operator, while it ran. */
export async function arrangeEventAfter(world: World, isPrivate: boolean, state: Over): Promise<number> {
  const eventId = await arrangeRunningEvent(world, isPrivate);
  if (state === 'cancelled') {
    await world.people.creator.ok(routes.cancelEvent, { params: { eventId } });
    return eventId;
  }
  if (state === 'removed') {
    await removeEvent(world.context, eventId, async () => {});
    return eventId;
  }
  // Moving the clock would end everybody's access token as well.
  const ago = (hours: number) => new Date(world.clock.now() - hours * HOUR_MS).toISOString();
  await world.context.db.query('update events set start_time = $2, end_time = $3 where id = $1', [
    eventId,
    ago(2),
    ago(1),
  ]);
  return eventId;
}

/** The row between the creator and `other`, made anew: asked for by `other`, accepted on demand. Returns its id. */
export async function arrangeFriendship(world: World, other: TestPerson, accepted: boolean): Promise<string> {
  const { creator } = world.people;
  const { friendship_id: old } = await creator.ok(routes.getUser, { params: { userId: other.id } });
  if (old !== null) await creator.ok(routes.deleteFriendship, { params: { friendshipId: old } });
  const { id } = await other.ok(routes.sendFriendRequest, { body: { addressee_id: creator.id } });
  if (accepted) await creator.ok(routes.acceptFriendRequest, { params: { friendshipId: id } });
  return id;
}
