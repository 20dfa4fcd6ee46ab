import { randomUUID } from 'node:crypto';
import { blockRoutes } from '@hereabouts/contract/blocks';
import { chatRoutes } from '@hereabouts/contract/chat';
import { coHostRoutes } from '@hereabouts/contract/co-hosts';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import type { RsvpAnswer } from '@hereabouts/contract/invite-status';
import { inviteRoutes } from '@hereabouts/contract/invites';
import type { Clock } from '@hereabouts/server/clock';
import type { TestDevice } from './push-service.ts';
import type { Caller, TestApp, TestPerson } from './app.ts';

/** The moment so many hours from now; negative ones have passed. */
export const hoursFromNow = (clock: Clock, hours: number): string =>
  new Date(clock.now() + hours * HOUR_MS).toISOString();

/** A complete event form: public, from one to three hours from now, nobody invited. */
export const eventInput = (clock: Clock, changes: Partial<EventInput> = {}): EventInput => ({
  title: 'Beach bonfire',
  description: 'Bring something to sit on',
  image: null,
  location_name: "St Ouen's Bay",
  location_address: 'La Grande Route des Mielles',
  location_latitude: 49.2174,
  location_longitude: -2.2289,
  start_time: hoursFromNow(clock, 1),
  end_time: hoursFromNow(clock, 3),
  is_private: false,
  invitee_ids: [],
  ...changes,
});

export async function createEvent(
  { clock }: Pick<TestApp, 'clock'>,
  creator: TestPerson,
  changes: Partial<EventInput> = {},
): Promise<number> {
  const { id } = await creator.ok(eventRoutes.createEvent, { body: eventInput(clock, changes) });
  return id;
}

/** An event of a new account that only serves `coHost`, who invites `guest` to it. */
export async function createPuppetEvent(
  app: Pick<TestApp, 'clock' | 'signUp'>,
  coHost: TestPerson,
  guest: TestPerson,
  changes: Partial<EventInput> = {},
): Promise<{ puppet: TestPerson; eventId: number }> {
  const puppet = await app.signUp();
  await befriend(puppet, coHost);
  const eventId = await createEvent(app, puppet, { ...changes, invitee_ids: [coHost.id] });
  await puppet.ok(coHostRoutes.addCoHost, { params: { eventId, userId: coHost.id } });
  await coHost.ok(inviteRoutes.inviteFriends, { params: { eventId }, body: { user_ids: [guest.id] } });
  return { puppet, eventId };
}

/** The account is a week old and no longer a new one. The clock stays, so that nobody has to sign in again. */
export async function makeOlder({ context }: Pick<TestApp, 'context'>, { id }: TestPerson): Promise<void> {
  await context.db.query(`update users set created_at = created_at - interval '7 days' where id = $1`, [id]);
}

export async function ask(requester: TestPerson, addressee: TestPerson): Promise<string> {
  const body = { addressee_id: addressee.id };
  return (await requester.ok(friendshipRoutes.sendFriendRequest, { body })).id;
}

export async function befriend(one: TestPerson, other: TestPerson): Promise<string> {
  const friendshipId = await ask(one, other);
  await other.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  return friendshipId;
}

export const answer = (guest: Pick<Caller, 'ok'>, eventId: number, status: RsvpAnswer) =>
  guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status } });

export async function say(who: Pick<Caller, 'ok'>, eventId: number, message = 'Hello'): Promise<string> {
  const id = randomUUID();
  await who.ok(chatRoutes.sendMessage, { params: { eventId }, body: { id, message } });
  return id;
}

export const block = (who: Pick<Caller, 'ok'>, whom: { id: string }) =>
  who.ok(blockRoutes.blockUser, { params: { userId: whom.id } });

export const unblock = (who: Pick<Caller, 'ok'>, whom: { id: string }) =>
  who.ok(blockRoutes.unblockUser, { params: { userId: whom.id } });

/** Guests who only stand on the list, until it has so many besides the creator. */
export async function fillGuestList(
  { context, clock }: Pick<TestApp, 'context' | 'clock'>,
  eventId: number,
  count: number,
): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  await context.db.query(
    `with missing as (
       select gen_random_uuid() as id from generate_series(1, $2 - (
         select count(*)::int from event_invites i join events e on e.id = i.event_id
         where i.event_id = $1 and i.user_id <> e.created_by))),
     people as (
       insert into users (id, name, created_at, updated_at) select id, 'Extra', $3::timestamptz, $3 from missing returning id)
     insert into event_invites (event_id, user_id, created_at, updated_at) select $1, id, $3, $3 from people`,
    [eventId, count, now],
  );
}

/** As many events like this one, itself included, with their creator alone on the list. */
export async function repeatEvent(
  { context }: Pick<TestApp, 'context'>,
  eventId: number,
  count: number,
): Promise<void> {
  const columns = `title, description, image, location_name, location_address, location_latitude, location_longitude,
    start_time, end_time, is_private, created_by, created_at, updated_at`;
  await context.db.query(
    `with more as (
       insert into events (${columns}) select ${columns} from events, generate_series(2, $2::int) where id = $1
       returning id, created_by, created_at)
     insert into event_invites (event_id, user_id, status, created_at, updated_at)
     select id, created_by, 'accepted', created_at, created_at from more`,
    [eventId, count],
  );
}

/** A session and a push subscription for each guest of `fillGuestList`; all of them reach this device. */
export async function subscribeGuests(
  { context, clock }: Pick<TestApp, 'context' | 'clock'>,
  eventId: number,
  { endpoint, keys }: Pick<TestDevice, 'endpoint' | 'keys'>,
): Promise<void> {
  const now = new Date(clock.now()).toISOString();
  await context.db.query(
    `with people as (
       insert into auth.users (id, email, user_metadata, created_at, updated_at)
       select u.id, u.id || '@example.org', '{}', $2::timestamptz, $2 from users u join event_invites i on i.user_id = u.id
       where i.event_id = $1 and u.name = 'Extra' returning id),
     sessions as (
       insert into auth.sessions (id, user_id, refresh_salt, amr, created_at, refreshed_at)
       select gen_random_uuid(), id, '', '[]', $2::timestamptz, $2 from people returning id, user_id)
     insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
     select gen_random_uuid(), user_id, id, $3 || '#' || id, $4, $5, $2::timestamptz from sessions`,
    [eventId, now, endpoint, keys.p256dh, keys.auth],
  );
}
