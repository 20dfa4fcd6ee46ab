import { MINUTE_MS } from '@hereabouts/contract/durations';
import type { Notification, NotificationPage } from '@hereabouts/contract/notifications';
import type { Page } from 'playwright-core';
import { answering, failing, neverAnswering } from './answering.ts';
import type { Screen } from './screens.ts';

const LIST = '**/api/me/notifications*';

const person = (id: number, name: string) => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  name,
  image: null,
});
const EVENT = { id: 1, title: 'Sunset swim at Havre des Pas', start_time: '2026-11-22T18:00:00.000Z' };
const LONG = {
  id: 2,
  title: 'The unreasonably long evening of board games, borrowed chairs and a great deal of soup',
  start_time: '2026-11-23T18:00:00.000Z',
};

/** Every kind, from a moment to weeks ago; those that stand first are unread. */
function everyKind(): NotificationPage {
  const rows: (Pick<Notification, 'kind' | 'actor' | 'event'> & Partial<Notification>)[] = [
    { kind: 'event_live', actor: null, event: EVENT },
    { kind: 'meeting_point_set', actor: person(1, 'Tom Renouf'), event: EVENT },
    {
      kind: 'request_received',
      actor: person(2, 'ليلى حداد'),
      event: null,
      request: { friendship_id: '00000000-0000-4000-8000-00000000000f' },
    },
    { kind: 'event_changed', actor: person(3, 'Harriet Vautier-Le Brocq'), event: LONG },
    { kind: 'event_cancelled', actor: person(3, 'Harriet Vautier-Le Brocq'), event: LONG },
    { kind: 'request_accepted', actor: person(4, ''), event: null },
    {
      kind: 'invited',
      actor: person(1, 'Tom Renouf'),
      event: LONG,
      invitation: {
        my_status: 'pending',
        is_waiting: false,
        can_answer: true,
        end_time: '2099-11-23T22:00:00.000Z',
        places: null,
        going_count: null,
        bring_max: 0,
      },
    },
    { kind: 'invited', actor: person(1, 'Tom Renouf'), event: EVENT },
    { kind: 'place_available', actor: null, event: EVENT },
    { kind: 'made_co_host', actor: person(1, 'Tom Renouf'), event: EVENT },
    { kind: 'event_removed', actor: null, event: null },
    { kind: 'event_deleted', actor: null, event: null, deleted_events: { events: [EVENT, LONG], more: 3 } },
    { kind: 'event_deleted', actor: null, event: null, deleted_events: { events: [LONG], more: 0 } },
    { kind: 'own_event_removed', actor: null, event: null },
  ];
  const notifications = rows.map((row, index) => ({
    request: null,
    invitation: null,
    deleted_events: null,
    ...row,
    id: 100 - index,
    created_at: new Date(Date.now() - index ** 4 * 20 * MINUTE_MS).toISOString(),
    is_read: index > 2,
  }));
  return { notifications, next_cursor: null, unread_count: 3 };
}

export const NOTIFICATIONS_SCREENS: readonly Screen[] = [
  {
    name: 'notifications',
    path: '/notifications',
    network: (page: Page) => answering(LIST, everyKind())(page),
    shows: (page) => page.getByRole('link', { name: /Sunset swim at Havre des Pas has started/ }),
  },
  {
    name: 'notifications-empty',
    path: '/notifications',
    network: answering(LIST, { notifications: [], next_cursor: null, unread_count: 0 }),
    shows: (page) => page.getByText('No notifications yet'),
  },
  {
    name: 'notifications-loading',
    path: '/notifications',
    network: neverAnswering(LIST),
    shows: (page) => page.getByRole('status').filter({ hasText: 'Loading notifications...' }),
  },
  {
    name: 'notifications-failed',
    path: '/notifications',
    network: failing(LIST),
    shows: (page) => page.getByRole('alert').filter({ hasText: 'Could not load' }),
  },
  {
    name: 'contacts-bell',
    path: '/contacts',
    network: answering(LIST, { notifications: [], next_cursor: null, unread_count: 128 }),
    shows: (page) => page.getByRole('link', { name: 'Notifications, 99+ unread' }).filter({ visible: true }),
  },
];
