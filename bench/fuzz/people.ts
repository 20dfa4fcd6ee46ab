import { HOUR_MS } from '@hereabouts/contract/durations';
import { routes } from '@hereabouts/contract/routes';
import { createCaller, type Caller } from '@hereabouts/testing/caller';
import type { KnownIds } from './values.ts';

export type Person = Caller & { id: string; email: string; token: string; signIn(): Promise<void> };

/** Who sends requests. The `secret` event's creator and guest send none, so that its list never changes. */
export const SENDERS = [
  'anonymous',
  'stranger',
  'pending',
  'friend',
  'removed',
  'declined',
  'blocked',
  'creator',
  'invited',
] as const;
export type Sender = (typeof SENDERS)[number];
/** They may see the secret event: it is not kept from them. */
export const MAY_SEE: readonly Sender[] = ['declined'];

export type World = {
  people: Record<Exclude<Sender, 'anonymous'>, Person>;
  known: KnownIds;
  /** In every text of the private event; no answer to anyone outside it may hold it. */
  marker: string;
};

const PASSWORD = 'gorse-and-granite-49';

async function signUp(url: string, name: string): Promise<Person> {
  const email = `${name}@example.org`;
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/auth/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { access_token: string; user: { id: string } };
  };
  const session = await post('/signup', { email, password: PASSWORD, data: { name } });
  const person: Person = {
    ...createCaller(url, () => person.token),
    id: session.user.id,
    email,
    token: session.access_token,
    async signIn() {
      person.token = (await post('/token?grant_type=password', { email, password: PASSWORD })).access_token;
    },
  };
  return person;
}

async function befriend(one: Person, other: Person, accepted = true): Promise<void> {
  const { id } = await one.ok(routes.sendFriendRequest, { body: { addressee_id: other.id } });
  if (accepted) await other.ok(routes.acceptFriendRequest, { params: { friendshipId: id } });
}

const event = (title: string, inviteeIds: string[], isPrivate: boolean) => ({
  title,
  description: title,
  image: null,
  location_name: title,
  location_address: title,
  location_latitude: 49.176,
  location_longitude: -2.098,
  start_time: new Date(Date.now() - HOUR_MS).toISOString(),
  end_time: new Date(Date.now() + 8 * HOUR_MS).toISOString(),
  is_private: isPrivate,
  invitee_ids: inviteeIds,
});

/** People in every relation to a private event, and events of their own to spoil. */
export async function createWorld(url: string, seed: number): Promise<World> {
  const marker = `secret-${seed}-${Date.now()}`;
  const [keeper, guest] = [await signUp(url, 'keeper'), await signUp(url, 'guest')];
  const people = {} as World['people'];
  for (const role of SENDERS) if (role !== 'anonymous') people[role] = await signUp(url, role);
  for (const person of [guest, people.friend, people.removed, people.declined, people.blocked]) {
    await befriend(person, keeper);
  }
  await befriend(people.pending, keeper, false);
  await befriend(people.invited, people.creator);
  const listed = [guest.id, people.declined.id];
  const { id } = await keeper.ok(routes.createEvent, {
    body: event(marker, [...listed, people.removed.id, people.blocked.id], true),
  });
  const params = { eventId: id };
  await keeper.ok(routes.updateEvent, {
    params,
    body: { ...event(marker, listed, true), keep_answers: true },
  });
  await people.declined.ok(routes.respondToInvite, { params, body: { status: 'declined' } });
  await keeper.ok(routes.blockUser, { params: { userId: people.blocked.id } });
  await guest.ok(routes.respondToInvite, { params, body: { status: 'accepted' } });
  await guest.ok(routes.sendMessage, { params, body: { id: crypto.randomUUID(), message: marker } });
  await guest.ok(routes.setMeetingPoint, {
    params,
    body: { name: marker, latitude: 49.18, longitude: -2.1, meet_at: null },
  });
  const own = await people.creator.ok(routes.createEvent, { body: event('Own', [people.invited.id], true) });
  const open = await people.creator.ok(routes.createEvent, { body: event('Open', [], false) });
  return {
    people,
    known: {
      numbers: [id, own.id, open.id, 987_654_321],
      uuids: [keeper.id, guest.id, ...Object.values(people).map((person) => person.id)],
    },
    marker,
  };
}
