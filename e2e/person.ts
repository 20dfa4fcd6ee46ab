import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { eventRoutes, type EventInput } from '@hereabouts/contract/events';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { inviteRoutes } from '@hereabouts/contract/invites';
import { createCaller, type Caller } from '@hereabouts/testing/caller';
import type { Page } from 'playwright-core';
import type { Product } from './product.ts';
import { PASSWORD, type Visitor } from './visitor.ts';

/** An account, for what a test needs before it begins; what it is about is done in the browser. */
export type Person = Caller & {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** As the auth client keeps it. */
  readonly session: string;
};

const SIGN_UP_TRIES = 10;
const RETRY_AFTER_MS = 2_000;

export async function newPerson(
  { url: slowUrl, quickUrl: url = slowUrl }: Pick<Product, 'url' | 'quickUrl'>,
  name: string,
  email = `person-${randomUUID().slice(0, 8)}@example.org`,
): Promise<Person> {
  const signUp = () =>
    fetch(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD, data: { name } }),
    });
  let answer = await signUp();
  // A machine under load may be told to come back in a moment.
  for (let tries = 1; answer.status === 503 && tries < SIGN_UP_TRIES; tries++) {
    await setTimeout(RETRY_AFTER_MS);
    answer = await signUp();
  }
  if (!answer.ok) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`);
  const session = (await answer.json()) as { access_token: string; user: { id: string } };
  const caller = createCaller(url, () => session.access_token);
  return { ...caller, id: session.user.id, name, email, session: JSON.stringify(session) };
}

/** Lets a visitor be this person from the next page they open on, until they sign out. */
export async function enterAs({ page }: Pick<Visitor, 'page'>, person: Person): Promise<void> {
  await page.addInitScript(
    ([key, session, id]) => {
      if (sessionStorage.getItem('entered') === id) return;
      sessionStorage.setItem('entered', id);
      if (localStorage.getItem(key) === null) localStorage.setItem(key, session);
    },
    [SESSION_STORAGE_KEY, person.session, person.id] as const,
  );
}

/** The same for a new guest without an account, on the page that is open. */
export async function enterAsGuest(page: Page, name: string): Promise<void> {
  const asGuest = async ([key, body]: readonly [string, string]) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/auth/v1/signup', { method: 'POST', headers, body });
    localStorage.setItem(key, await answer.text());
  };
  await page.evaluate(asGuest, [SESSION_STORAGE_KEY, JSON.stringify({ data: { name } })] as const);
}

export async function ask(requester: Person, addressee: Person): Promise<string> {
  const body = { addressee_id: addressee.id };
  return (await requester.ok(friendshipRoutes.sendFriendRequest, { body })).id;
}

export async function befriend(one: Person, other: Person): Promise<string> {
  const friendshipId = await ask(one, other);
  await other.ok(friendshipRoutes.acceptFriendRequest, { params: { friendshipId } });
  return friendshipId;
}

/** The start of the minute so many hours from now; negative ones have passed. */
export const inHours = (hours: number): string => {
  const moment = new Date(Date.now() + hours * HOUR_MS);
  moment.setUTCSeconds(0, 0);
  return moment.toISOString();
};

/** Creates a public event two days from now, nobody invited; returns its id. */
export async function newEvent(creator: Caller, changes: Partial<EventInput> = {}): Promise<number> {
  const body: EventInput = {
    title: 'Beach bonfire',
    description: 'Bring something to sit on',
    image: null,
    location_name: "St Ouen's Bay",
    location_address: 'La Grande Route des Mielles',
    location_latitude: 49.2174,
    location_longitude: -2.2289,
    start_time: inHours(48),
    end_time: inHours(50),
    is_private: false,
    invitee_ids: [],
    ...changes,
  };
  return (await creator.ok(eventRoutes.createEvent, { body })).id;
}

/** Creates an event that runs, with these guests going; returns its id. */
export async function newRunningEvent(
  host: Caller,
  guests: readonly Person[],
  changes: Partial<EventInput> = {},
): Promise<number> {
  const eventId = await newEvent(host, {
    title: 'Weekender',
    start_time: inHours(-1),
    end_time: inHours(3),
    invitee_ids: guests.map(({ id }) => id),
    ...changes,
  });
  for (const guest of guests) {
    await guest.ok(inviteRoutes.respondToInvite, { params: { eventId }, body: { status: 'accepted' } });
  }
  return eventId;
}
