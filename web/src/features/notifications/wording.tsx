import type { Notification } from '@hereabouts/contract/notifications';
import { NO_NAME } from '@hereabouts/contract/users';
import type { ReactNode } from 'react';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';

/** Text and link. */
export type Wording = { text: ReactNode; to: string };

/** From the viewer's side. Notifications of deleted people and events are deleted. */
export function wordingOf({ kind, actor, event }: Notification): Wording {
  const who = (
    <>
      <Name>{actor?.name || NO_NAME}</Name>
      <GuestMark of={actor} />
    </>
  );
  const what = <Name>{event?.title ?? 'an event'}</Name>;
  const toEvent = event === null ? '/' : `/event/${event.id}`;
  switch (kind) {
    case 'invited':
      return {
        text: (
          <>
            {who} invited you to {what}
          </>
        ),
        to: toEvent,
      };
    case 'request_received':
      return { text: <>{who} sent you a friend request</>, to: '/contacts?tab=pending' };
    case 'request_accepted':
      return {
        text: <>You and {who} are now friends</>,
        to: actor === null ? '/contacts' : `/profile/${actor.id}`,
      };
    case 'event_changed':
      return {
        text: (
          <>
            {who} changed {what}
          </>
        ),
        to: toEvent,
      };
    case 'event_cancelled':
      return {
        text: (
          <>
            {who} cancelled {what}
          </>
        ),
        to: toEvent,
      };
    case 'event_live':
      return { text: <>{what} has started</>, to: toEvent };
    case 'meeting_point_set':
      return {
        text: (
          <>
            {who} set a meeting point at {what}
          </>
        ),
        to: event === null ? '/' : `/event/${event.id}/live`,
      };
    case 'made_co_host':
      return {
        text: (
          <>
            {who} made you a co-host of {what}
          </>
        ),
        to: toEvent,
      };
    case 'announcement':
      return {
        text: (
          <>
            {who} made an announcement at {what}
          </>
        ),
        to: toEvent,
      };
    case 'place_available':
      return { text: <>A place has come up: you are going to {what}</>, to: toEvent };
    case 'rsvp_received':
      return { text: <>There are new answers to {what}</>, to: toEvent };
    case 'friend_sharing':
      return {
        text: (
          <>
            {who} shares their position with you at {what}
          </>
        ),
        to: event === null ? '/' : `/event/${event.id}/live`,
      };
    case 'reminder':
      return { text: <>{what} starts soon</>, to: toEvent };
    case 'answer_reminder':
      return { text: <>Are you coming to {what}?</>, to: toEvent };
    case 'event_removed':
      return { text: <>An event you were invited to was removed by the people who run this site</>, to: '/' };
    case 'own_event_removed':
      return { text: <>Your event was removed by the people who run this site</>, to: '/' };
  }
}

const Name = ({ children }: { children: string }) => (
  <b>
    <bdi>{children}</bdi>
  </b>
);
