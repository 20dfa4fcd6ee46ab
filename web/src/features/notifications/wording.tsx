import type { Notification } from '@hereabouts/contract/notifications';
import { personName } from '@hereabouts/contract/users';
import { Fragment, type ReactNode } from 'react';
import { formatStart } from '#web/lib/time/dates.ts';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';
import * as texts from '#web/texts/notifications.tsx';

export type Wording = { text: ReactNode; to: string };

/** From the viewer's side. Notifications of deleted people and events are deleted. */
export function wordingOf({ kind, actor, event, deleted_events }: Notification): Wording {
  const who = (
    <>
      <Name>{personName(actor)}</Name>
      <GuestMark of={actor} />
    </>
  );
  const what = <Name>{event?.title ?? texts.anEvent}</Name>;
  const toEvent = event === null ? '/' : `/event/${event.id}`;
  switch (kind) {
    case 'invited':
      return {
        text: <>{texts.whoInvitedYouToWhat(who, what)}</>,
        to: toEvent,
      };
    case 'request_received':
      return { text: <>{texts.whoSentYouAFriendRequest(who)}</>, to: '/contacts?tab=pending' };
    case 'request_accepted':
      return {
        text: <>{texts.youAndWhoAreNowFriends(who)}</>,
        to: actor === null ? '/contacts' : `/profile/${actor.id}`,
      };
    case 'event_changed':
      return {
        text: actor === null ? texts.whatHasChanged(what) : texts.whoChangedWhat(who, what),
        to: toEvent,
      };
    case 'event_cancelled':
      return {
        text: <>{texts.whoCancelledWhat(who, what)}</>,
        to: toEvent,
      };
    case 'event_live':
      return { text: <>{texts.whatHasStarted(what)}</>, to: toEvent };
    case 'meeting_point_set':
      return {
        text: <>{texts.whoSetAMeetingPointAt(who, what)}</>,
        to: event === null ? '/' : `/event/${event.id}/live`,
      };
    case 'made_co_host':
      return {
        text: <>{texts.whoMadeYouACoHost(who, what)}</>,
        to: toEvent,
      };
    case 'announcement':
      return {
        text: <>{texts.whoMadeAnAnnouncementAtWhat(who, what)}</>,
        to: toEvent,
      };
    case 'place_available':
      return { text: <>{texts.placeHasComeUp(what)}</>, to: toEvent };
    case 'rsvp_received':
      return { text: <>{texts.newAnswersTo(what)}</>, to: toEvent };
    case 'friend_sharing':
      return {
        text: <>{texts.whoSharesWithYou(who, what)}</>,
        to: event === null ? '/' : `/event/${event.id}/live`,
      };
    case 'reminder':
      return { text: <>{texts.whatStartsSoon(what)}</>, to: toEvent };
    case 'answer_reminder':
      return { text: <>{texts.areYouComingToWhat(what)}</>, to: toEvent };
    case 'event_removed':
      return { text: texts.invitedEventsRemoved(deleted_events?.more ?? 1), to: '/' };
    case 'event_deleted':
      return { text: cancelledText(deleted_events), to: '/' };
    case 'own_event_removed':
      return { text: texts.ownEventsRemoved(deleted_events?.more ?? 1), to: '/' };
  }
}

/** Several stand below each other: each is somebody's evening. */
function cancelledText(deleted: Notification['deleted_events']): ReactNode {
  const { events, more } = deleted ?? { events: [], more: 0 };
  const lines = events.map(({ title, start_time }) => (
    <Fragment key={`${start_time} ${title}`}>
      {events.length > 1 && <br />}
      {texts.whatWhen(<Name>{title}</Name>, formatStart(start_time))}
    </Fragment>
  ));
  if (lines.length === 0) return texts.eventsCancelledWithTheAccount(more);
  if (lines.length === 1 && more === 0) return texts.isCancelledWithTheAccount(lines);
  return (
    <>
      {texts.cancelledWithTheAccountHeading}
      {lines}
      {more > 0 && (
        <>
          <br />
          {texts.andMore(more)}
        </>
      )}
    </>
  );
}

const Name = ({ children }: { children: string }) => (
  <b>
    <bdi>{children}</bdi>
  </b>
);
