import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { eventLinkRoutes } from '@hereabouts/contract/event-links';
import { eventRoutes } from '@hereabouts/contract/events';
import { friendLinkRoutes } from '@hereabouts/contract/friend-links';
import { friendshipRoutes } from '@hereabouts/contract/friendships';
import { userRoutes } from '@hereabouts/contract/users';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY } from '@hereabouts/demo/people/people';
import { createCaller } from '@hereabouts/testing/caller';
import type { Locator, Page } from 'playwright-core';
import { CHAT_SCREENS } from './chat-screens.ts';
import { FINDER_SCREENS } from './finder-screens.ts';
import { GUEST_LEFT_SCREEN, GUEST_SCREENS } from './guest-screens.ts';
import { LIVE_SCREENS } from './live-screens.ts';
import { NOTIFICATIONS_SCREENS } from './notifications-screens.ts';
import { SAFETY_SCREENS } from './safety-screens.ts';
import { SECURITY_SCREENS } from './sign-in-screens.ts';
import { SIGNED_IN_SCREENS } from './signed-in-screens.ts';
import { SIGNED_OUT_SCREENS } from './signed-out-screens.ts';

/** Whom and what the demo holds, seen by the person who is signed in. */
export type Known = {
  session: string;
  /** Of a guest without an account on the list of `own`. */
  guestSession: string;
  stranger: string;
  friend: string;
  /** Has asked the viewer. */
  asking: string;
  /** Has been asked by the viewer. */
  asked: string;
  own: number;
  guest: number;
  /** Of somebody else's link. */
  linkToken: string;
  /** Of the link of `own`. */
  eventLinkToken: string;
};

/** A screen of the product in one of its states, as pictures are taken of it and tests look at it. */
export type Screen = {
  /** Also the name of its pictures. */
  name: string;
  path: string | ((known: Known) => string);
  /** What is there once the screen is in this state. */
  shows: (page: Page) => Locator;
  /** What the network does; in place before the page opens. */
  network?: (page: Page) => Promise<unknown>;
  /** What a person does to get there. */
  act?: (page: Page) => Promise<unknown>;
};

/** Every screen and state; a new one is looked at and tested by standing here. */
export const SCREENS: readonly (Screen & { as: 'nobody' | 'guest' | 'person' })[] = [
  ...SIGNED_OUT_SCREENS.map((screen) => ({ ...screen, as: 'nobody' as const })),
  ...GUEST_SCREENS.map((screen) => ({ ...screen, as: 'guest' as const })),
  ...[
    ...SIGNED_IN_SCREENS,
    GUEST_LEFT_SCREEN,
    ...CHAT_SCREENS,
    ...NOTIFICATIONS_SCREENS,
    ...SAFETY_SCREENS,
    ...SECURITY_SCREENS,
    ...LIVE_SCREENS,
    ...FINDER_SCREENS,
  ].map((screen) => ({ ...screen, as: 'person' as const })),
];

/** Brings a page to the screen. */
export async function openScreen(page: Page, screen: (typeof SCREENS)[number], known: Known): Promise<void> {
  if (screen.as !== 'nobody') {
    const session = screen.as === 'guest' ? known.guestSession : known.session;
    const entry = [SESSION_STORAGE_KEY, session] as const;
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), entry);
  }
  await screen.network?.(page);
  await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(known));
  await screen.act?.(page);
  await screen.shows(page).first().waitFor();
}

/** @param key of one of the demo's people */
export async function signIn(url: string, key: string) {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${key}@${EMAIL_DOMAIN}`, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`);
  const session = (await answer.json()) as { access_token: string };
  return { session: JSON.stringify(session), caller: createCaller(url, () => session.access_token) };
}

/** By an invitation link, without an account. */
async function joinAsGuest(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { name: 'Zoe' } }),
  });
  if (!answer.ok) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`);
  const session = (await answer.json()) as { access_token: string };
  const caller = createCaller(url, () => session.access_token);
  await caller.ok(eventLinkRoutes.joinByLink, { params: { token }, body: { status: 'accepted' } });
  return JSON.stringify(session);
}

/** Signs in to a demo instance as its main person and looks around. */
export async function enterDemo(url: string): Promise<Known> {
  const { session, caller } = await signIn(url, MAIN_KEY);
  const first = async (tab: 'friends' | 'pending' | 'sent' | 'discover') =>
    (await caller.ok(friendshipRoutes.listContacts, { query: { tab } })).contacts[0]?.id ?? '';
  const me = await caller.ok(userRoutes.getMe);
  const { events } = await caller.ok(eventRoutes.listHome);
  const own = events.find((event) => event.created_by === me.id)?.id ?? 0;
  const guest = events.find((event) => event.created_by !== me.id)?.id ?? 0;
  const [stranger, friend, asking, asked] = await Promise.all([
    first('discover'),
    first('friends'),
    first('pending'),
    first('sent'),
  ]);
  const other = await signIn(url, 'harriet');
  const link = await other.caller.ok(friendLinkRoutes.createFriendLink);
  const eventLink = await caller.ok(eventLinkRoutes.createEventLink, { params: { eventId: own } });
  const guestSession = await joinAsGuest(url, eventLink.token);
  const tokens = { linkToken: link.token, eventLinkToken: eventLink.token };
  return { session, guestSession, stranger, friend, asking, asked, own, guest, ...tokens };
}
