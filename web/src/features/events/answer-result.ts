import type { EventDetail, HomePage } from '@hereabouts/contract/events';
import type { inviteRoutes } from '@hereabouts/contract/invites';
import type { NotificationPage } from '@hereabouts/contract/notifications';
import type { ResponseOf } from '@hereabouts/contract/route';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { applyOwnResult } from '#web/lib/api/cache-updates.ts';
import { eventKey } from './queries.ts';

/** What an answer became. */
export type Seat = ResponseOf<typeof inviteRoutes.respondToInvite>;

const HOME = ['home'];
const NOTIFICATIONS = ['notifications', 'list'];

/** On every page that shows the answer. What depends on it is read again. */
export function applySeat(client: QueryClient, eventId: number, { status, brings, is_waiting }: Seat): void {
  const mine = { my_status: status, my_brings: brings };
  applyOwnResult<EventDetail>(client, eventKey(eventId), (event) => {
    if (event === undefined) return event;
    const last = (event.other_counts?.waiting ?? 0) + 1;
    return { ...event, ...mine, my_place_in_queue: is_waiting ? (event.my_place_in_queue ?? last) : null };
  });
  applyOwnResult<InfiniteData<HomePage>>(
    client,
    HOME,
    (home) =>
      home && {
        ...home,
        pages: home.pages.map((page) => ({
          ...page,
          events: page.events.map((card) => (card.id === eventId ? { ...card, ...mine, is_waiting } : card)),
        })),
      },
  );
  const seated = { my_status: status, is_waiting, can_answer: false };
  applyOwnResult<InfiniteData<NotificationPage>>(
    client,
    NOTIFICATIONS,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({
          ...page,
          notifications: page.notifications.map((one) =>
            one.invitation && one.event?.id === eventId
              ? { ...one, invitation: { ...one.invitation, ...seated } }
              : one,
          ),
        })),
      },
  );
}

/** Where an answer was not taken. */
export function readAnswerAgain(client: QueryClient, eventId: number): void {
  for (const queryKey of [eventKey(eventId), HOME, NOTIFICATIONS])
    void client.invalidateQueries({ queryKey });
}
