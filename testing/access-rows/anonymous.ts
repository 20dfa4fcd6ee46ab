import { routes, type RouteName } from '@hereabouts/contract/routes';
import type { World } from '../access-world.ts';
import type { TestGuest } from '../app.ts';
import { isOfEvent, type Outcome } from './further.ts';
import type { AccessRow, Input } from './row.ts';

const NEEDS_ACCOUNT: Outcome = { status: 403, code: 'account_needed' };

/**
 * What a guest without an account gets in a row: what `invited` gets where they are on the list, nothing of an event
 * otherwise, and the same refusal on every route that the contract does not open to them, whatever it is asked about.
 */
export function anonymousOutcome(name: RouteName, row: AccessRow, isListed: boolean): Outcome {
  const { access } = routes[name];
  if (access === 'anyone') return { status: row.expected.anonymous };
  if (access === 'user') return NEEDS_ACCOUNT;
  // The name alone.
  if (name === 'updateMe') return NEEDS_ACCOUNT;
  // There is no password to be wrong.
  if (name === 'deleteAccount') return { status: 204 };
  const isLink = name === 'openEventLink' || name === 'joinByLink';
  if (isLink || (!isOfEvent(name) && row.ofCreator !== true)) return { status: row.expected.stranger };
  return isListed ? { status: row.expected.invited } : { status: 404, code: 'not_found' };
}

/** Invitation links aside, nothing puts a guest without an account on a list: with the answer that `invited` has. */
export async function putOnList(
  { context, people, clock }: World,
  guest: { id: string },
  { params, body }: Input,
): Promise<void> {
  const { eventId } = { eventId: null, ...params };
  const of = { event_id: null, message_id: null, ...(body as object | undefined) };
  await context.db.query(
    `insert into event_invites (event_id, user_id, status, created_at, updated_at)
     select e.id, $1, coalesce(i.status, 'pending'), $2, $2
     from events e left join event_invites i on i.event_id = e.id and i.user_id = $3
     where e.id = coalesce($4::bigint, (select r.event_id from chat_message m
       join chat_room r on r.id = m.chat_room_id where m.id = $5::uuid))`,
    [guest.id, new Date(clock.now()).toISOString(), people.invited.id, eventId ?? of.event_id, of.message_id],
  );
}

/** A new guest without an account, on the list of the event. */
export async function guestOn(world: World, eventId: number, name?: string): Promise<TestGuest> {
  const guest = await world.comeAsGuest(name);
  await putOnList(world, guest, { params: { eventId } });
  return guest;
}
