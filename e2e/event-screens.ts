import { EVENT_LINK_TEXTS, type EventOffer } from '@hereabouts/contract/event-links';
import type { EventDetail } from '@hereabouts/contract/events';
import { changing, failing, neverAnswering } from './answering.ts';
import { inHours } from './person.ts';
import { text, says, warns, button, press, dialog, search } from './screen-parts.ts';
import type { Screen } from './screens.ts';

/** An event, and the invitation of friends to it. */
export const EVENT_SCREENS: readonly Screen[] = [
  { name: 'event-own', path: ({ own }) => `/event/${own}`, shows: text('Edit Event') },
  { name: 'event-guest', path: ({ guest }) => `/event/${guest}`, shows: text('Your RSVP') },
  {
    name: 'event-upcoming',
    path: ({ guest }) => `/event/${guest}`,
    network: changing<EventDetail>('**/api/events/*', (event) => ({
      ...event,
      start_time: inHours(48),
      end_time: inHours(50),
    })),
    shows: (page) => button(page, 'Add to calendar'),
  },
  {
    name: 'event-ended',
    path: ({ guest }) => `/event/${guest}`,
    network: changing<EventDetail>('**/api/events/*', (event) => ({
      ...event,
      start_time: inHours(-5),
      end_time: inHours(-2),
      has_ended: true,
      permissions: { ...event.permissions, respond: false, live: false },
    })),
    shows: text(/^This event has ended\./),
  },
  {
    name: 'event-cancelled',
    path: ({ guest }) => `/event/${guest}`,
    network: changing<EventDetail>('**/api/events/*', (event) => ({
      ...event,
      is_cancelled: true,
      permissions: {
        edit: false,
        invite: false,
        respond: false,
        cancel: false,
        live: false,
        link: false,
        remove_guests: false,
        co_hosts: false,
        announce: false,
      },
    })),
    shows: (page) => page.getByRole('heading', { name: 'Cancelled', exact: true }),
  },
  {
    name: 'event-link',
    path: ({ own }) => `/event/${own}`,
    act: press('Invite by link'),
    shows: (page) => page.getByRole('img', { name: 'QR code of the invitation link' }),
  },
  {
    name: 'event-link-manage',
    path: ({ own }) => `/event/${own}`,
    act: async (page) => {
      await press('Invite by link')(page);
      await page.getByText('Manage link', { exact: true }).click();
    },
    shows: (page) => button(page, 'Switch off'),
  },
  {
    name: 'event-link-none',
    path: ({ own }) => `/event/${own}`,
    network: changing<{ link: unknown }>('**/api/events/*/link', (state) => ({ ...state, link: null })),
    act: press('Invite by link'),
    shows: (page) => button(page, 'Make a link'),
  },
  {
    name: 'join',
    path: ({ eventLinkToken }) => `/join/${eventLinkToken}`,
    network: changing<EventOffer>('**/api/event-links/*', (offer) => ({ ...offer, guest_of: null })),
    shows: (page) => button(page, 'See the event'),
  },
  {
    name: 'join-full',
    path: ({ eventLinkToken }) => `/join/${eventLinkToken}`,
    network: changing<EventOffer>('**/api/event-links/*', (offer) => ({
      ...offer,
      guest_of: null,
      is_full: true,
    })),
    shows: text(EVENT_LINK_TEXTS.full),
  },
  {
    name: 'join-no-places',
    path: ({ eventLinkToken }) => `/join/${eventLinkToken}`,
    network: changing<EventOffer>('**/api/event-links/*', (offer) => ({
      ...offer,
      guest_of: null,
      places: 1,
      bring_max: 5,
    })),
    act: press('Join the waiting list'),
    shows: text('How many are you bringing?'),
  },
  {
    name: 'event-waiting',
    path: ({ guest }) => `/event/${guest}`,
    network: changing<EventDetail>('**/api/events/*', (event) => ({
      ...event,
      my_status: 'pending',
      my_brings: 3,
      my_place_in_queue: 3,
      places: 20,
      going_count: 20,
      other_counts: { tentative: 12, declined: 30, pending: 100, waiting: 12 },
      invites: event.invites.map((invite) => ({ ...invite, status: 'pending', brings: 3, is_waiting: true })),
    })),
    shows: text(/^You are 3rd on the waiting list/),
  },
  { name: 'join-gone', path: '/join/nothing', shows: text(EVENT_LINK_TEXTS.gone) },
  {
    name: 'event-guests-going',
    path: ({ own }) => `/event/${own}`,
    act: (page) => page.getByRole('button', { name: /^\d+ going$/ }).click(),
    shows: (page) => page.getByRole('button', { pressed: true }).filter({ hasText: 'going' }),
  },
  {
    name: 'event-guest-actions',
    path: ({ own }) => `/event/${own}`,
    act: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Make co-host' }),
  },
  {
    name: 'event-remove-guest',
    path: ({ own }) => `/event/${own}`,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Remove from the list' }).click();
    },
    shows: dialog,
  },
  {
    name: 'event-removed-guests',
    path: ({ own }) => `/event/${own}`,
    network: async (page) => {
      await changing<EventDetail>('**/api/events/*', (event) => ({ ...event, removed_count: 2 }))(page);
      await changing('**/api/events/*/removed-guests', () => ({
        removed: ['Tom Renouf', 'Maximiliana Featherstonehaugh-Cholmondeley de Ste Croix'].map(
          (name, index) => ({
            user: { id: `00000000-0000-4000-8000-00000000000${index}`, name, image: null },
            removed_at: inHours(-1),
          }),
        ),
      }))(page);
    },
    act: (page) => page.getByText('Removed (2)').click(),
    shows: (page) => button(page, 'Let back in: Tom Renouf'),
  },
  {
    name: 'event-co-host',
    path: ({ own }) => `/event/${own}`,
    network: changing<EventDetail>('**/api/events/*', (event) => ({
      ...event,
      created_by: event.invites[0]?.user.id ?? '',
      host: event.invites[0]?.user ?? event.host,
      is_co_host: true,
      permissions: { ...event.permissions, cancel: false, remove_guests: false, co_hosts: false },
      invites: event.invites.slice(1).map((invite, index) => ({ ...invite, is_co_host: index % 3 === 0 })),
    })),
    shows: (page) => button(page, 'Stop co-hosting'),
  },
  {
    name: 'event-nobody',
    path: ({ own }) => `/event/${own}`,
    network: changing('**/api/events/*', (event) => ({ ...event, invites: [] })),
    shows: text('No friends have been invited yet.'),
  },
  {
    name: 'event-not-invited',
    path: ({ guest }) => `/event/${guest}`,
    network: changing('**/api/events/*', (event) => ({
      ...event,
      is_private: false,
      is_guest: false,
      my_status: null,
      chat: null,
      permissions: {
        edit: false,
        invite: false,
        respond: false,
        cancel: false,
        live: false,
        link: false,
        remove_guests: false,
        co_hosts: false,
        announce: false,
      },
      going_count: 12,
      other_counts: null,
      host_status: null,
      invites: [],
    })),
    shows: text('12 going'),
  },
  {
    name: 'event-loading',
    path: ({ own }) => `/event/${own}`,
    network: neverAnswering('**/api/events/*'),
    shows: says('Loading event details...'),
  },
  { name: 'event-missing', path: '/event/987654321', shows: text('Event Not Found') },
  { name: 'invite-friends', path: ({ own }) => `/invite-friends/${own}`, shows: text('Select All') },
  {
    name: 'invite-friends-no-match',
    path: ({ own }) => `/invite-friends/${own}`,
    act: search('nobody of this name'),
    shows: says('No friends found matching your search'),
  },
  {
    name: 'invite-friends-loading',
    path: ({ own }) => `/invite-friends/${own}`,
    network: neverAnswering('**/invitable*'),
    shows: says('Loading friends...'),
  },
  {
    name: 'invite-friends-refused',
    path: ({ guest }) => `/invite-friends/${guest}`,
    shows: warns('You do not have permission to invite people to this event'),
  },
  {
    name: 'invite-friends-failed',
    path: ({ own }) => `/invite-friends/${own}`,
    network: failing('**/invitable*'),
    shows: warns('Failed to load friends. Please try again.'),
  },
];
