import type { Locator, Page } from 'playwright-core';

/** A tap that people make often, on one of the product's screens. */
export type Tap = {
  /** The place, then what is tapped. */
  name: string;
  /** By its name in e2e/screens.ts. */
  screen: string;
  target: (page: Page) => Locator;
  /** What is done before the page comes to rest. */
  first?: (page: Page) => Promise<void>;
};

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true });
const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name });
const tab = (name: string | RegExp) => (page: Page) => page.getByRole('tab', { name });
const quickLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name });

export const TAPS: readonly Tap[] = [
  { name: 'login: use phone instead', screen: 'login', target: button('Use phone instead') },
  { name: 'login: log in', screen: 'login', target: button('LOG IN') },
  { name: 'register: create account', screen: 'register', target: button('Create account') },
  { name: 'invitation: go on as a guest', screen: 'join-signed-out', target: button('Go on as a guest') },
  { name: 'home: answer Going', screen: 'home', target: button('Going') },
  {
    name: 'home: a card',
    screen: 'home',
    target: (page) => page.getByRole('article').getByRole('link', { name: /^View Details/ }),
  },
  { name: 'home: a pin', screen: 'home', target: (page) => page.locator('button.pin-live') },
  { name: 'home: show all events', screen: 'home', target: button('Show all events') },
  { name: 'home: zoom in', screen: 'home', target: button('Zoom in') },
  { name: 'home: to contacts', screen: 'home', target: quickLink('Contacts') },
  { name: 'home: to a new event', screen: 'home', target: quickLink('New event') },
  { name: 'event: answer Going', screen: 'event-guest', target: button('Going') },
  { name: 'event: answer Maybe', screen: 'event-guest', target: button('Maybe') },
  { name: 'event: zoom in', screen: 'event-guest', target: button('Zoom in') },
  { name: 'event: to the live map', screen: 'event-guest', target: link('Live map') },
  { name: 'event: to the chat', screen: 'event-guest', target: link(/^Chat|chat$/) },
  { name: 'event: invite by link', screen: 'event-own', target: button('Invite by link') },
  { name: 'event: who is going', screen: 'event-own', target: button(/^\d+ going$/) },
  { name: 'event: actions for a guest', screen: 'event-own', target: button(/^Actions for/) },
  { name: 'event: cancel', screen: 'event-own', target: button('Cancel event') },
  { name: 'new event: create, with nothing filled in', screen: 'new-event', target: button('Create Event') },
  { name: 'new event: a cover', screen: 'new-event', target: button('Surf') },
  { name: 'new event: search for a location', screen: 'new-event', target: button('Search for a location') },
  { name: 'new event: a place', screen: 'new-event-place', target: (page) => page.getByRole('option') },
  { name: 'chat: write', screen: 'chat-full', target: (page) => page.getByRole('textbox') },
  {
    name: 'chat: send',
    screen: 'chat-full',
    first: (page) => page.getByRole('textbox').fill('On my way'),
    target: button('Send'),
  },
  { name: 'live: a person', screen: 'live-friends', target: button(/^Tom Renouf.*Live/) },
  { name: 'live: find somebody', screen: 'live-selected', target: link('Find Tom Renouf') },
  { name: 'live: share', screen: 'live', target: button('Share where I am') },
  { name: 'live: change the meeting point', screen: 'live', target: button('Change') },
  { name: 'contacts: Discover', screen: 'contacts-friends', target: tab('Discover') },
  { name: 'contacts: more for a friend', screen: 'contacts-friends', target: button(/^More for /) },
  { name: 'contacts: accept', screen: 'contacts-pending', target: button('Accept') },
  { name: 'contacts: ask', screen: 'contacts-discover', target: button('Send Friend Request') },
  { name: 'contacts: invite to an event', screen: 'contacts-friends', target: button('Invite to an event') },
  { name: 'notifications: one', screen: 'notifications', target: link(/Sunset swim at Havre des Pas/) },
  { name: 'person: more', screen: 'user-friend', target: button(/^More/) },
  { name: 'profile: edit', screen: 'profile', target: button('Edit Profile') },
  { name: 'profile: change password', screen: 'profile', target: button('Change Password') },
];
