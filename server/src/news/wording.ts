import type { NotificationKind } from '@hereabouts/contract/notifications';
import { NO_NAME } from '@hereabouts/contract/users';
import { cleanLine, cutText } from '@hereabouts/contract/visible-text';
import { DAY_MS } from '@hereabouts/contract/durations';
import { formatOf } from '#server/lib/time-zone.ts';

export type NewsSubject = {
  kind: NotificationKind;
  actor_name: string | null;
  event_id: number | null;
  event_title: string | null;
  start_time: string | null;
  actor_id: string | null;
  /** Null once the announcement is taken down. */
  announcement: string | null;
  /** Of kind `event_deleted`: of the newest deletion first, and how many more. Of events that the operator removed: how many. */
  deleted_events: { events: readonly { title: string; start_time: string }[]; more: number } | null;
};

/** A longer one could pass for a message of the product. */
const NAME_MAX = 40;

/** `path`: of the page that it opens. `isQuote`: somebody wrote the title. */
export type NewsText = { title: string; isQuote: boolean; body: string; path: string };

/** In the reader's time zone (DATA-04). */
export function newsText(news: NewsSubject, { zone, nowMs }: { zone: string; nowMs: number }): NewsText {
  // Either may have been stored before the server cleaned it.
  const who = cutText(cleanLine(news.actor_name ?? ''), NAME_MAX) || NO_NAME;
  const given = cleanLine(news.event_title ?? '');
  const title = given || 'Hereabouts';
  const path = news.event_id === null ? '/' : `/event/${news.event_id}`;
  const when = news.start_time === null ? '' : momentText(Date.parse(news.start_time), { zone, nowMs });
  const say = (body: string, to = path): NewsText => ({ title, isQuote: given !== '', body, path: to });
  switch (news.kind) {
    case 'invited':
      return say(`${who} invited you: ${when}`);
    case 'request_received':
      return {
        title: 'Friend request',
        isQuote: false,
        body: `${who} sent you a friend request`,
        path: '/contacts?tab=pending',
      };
    case 'request_accepted':
      return say(
        `You and ${who} are now friends`,
        news.actor_id === null ? '/contacts' : `/profile/${news.actor_id}`,
      );
    case 'event_changed':
      return say(
        news.actor_id === null ? `This event has changed: ${when}` : `${who} changed this event: ${when}`,
      );
    case 'event_cancelled':
      return say(`${who} cancelled this event`);
    case 'event_live':
      return say('It has started');
    case 'meeting_point_set':
      return say(`${who} set a meeting point`, `${path}/live`);
    case 'made_co_host':
      return say(`${who} made you a co-host`);
    case 'announcement':
      return say(
        news.announcement === null
          ? `${who} made an announcement`
          : `${who} announced: ${cleanLine(news.announcement)}`,
      );
    case 'place_available':
      return say(`A place has come up and you are going: ${when}`);
    case 'rsvp_received':
      return say('There are new answers');
    case 'friend_sharing':
      return say(`${who} is sharing their location with you`, `${path}/live`);
    case 'reminder':
      return say(`It starts ${when}`);
    case 'answer_reminder':
      return say(`Are you coming? It starts ${when}`);
    case 'event_removed':
      return say(removedText(news), '/notifications');
    case 'event_deleted':
      return deletedText(news.deleted_events, (iso) => momentText(Date.parse(iso), { zone, nowMs }));
    case 'own_event_removed':
      return say(removedText(news), '/notifications');
  }
}

function removedText({ kind, deleted_events: removed }: NewsSubject): string {
  const count = removed?.more ?? 1;
  const which = kind === 'own_event_removed' ? ownEvents(count) : invitedEvents(count);
  return `${which} removed by the people who run Hereabouts`;
}

const ownEvents = (count: number) => (count === 1 ? 'Your event was' : `${count} of your events were`);
const invitedEvents = (count: number) =>
  count === 1 ? 'An event you were invited to was' : `${count} events you were invited to were`;

/** Names the first event, so that nobody goes there in vain. */
function deletedText(deleted: NewsSubject['deleted_events'], when: (iso: string) => string): NewsText {
  const [first, ...rest] = deleted?.events ?? [];
  const more = rest.length + (deleted?.more ?? 0);
  const path = '/notifications';
  if (first === undefined) {
    const which = more === 1 ? 'An event you were invited to has' : `${more} events you were invited to have`;
    const body = `${which} been cancelled: the host’s account was deleted`;
    return { title: 'Hereabouts', isQuote: false, body, path };
  }
  const others =
    more === 1 ? ' 1 other event has been cancelled too.' : ` ${more} other events have been cancelled too.`;
  return {
    title: cleanLine(first.title) || 'Hereabouts',
    isQuote: cleanLine(first.title) !== '',
    body: `This event, ${when(first.start_time)}, has been cancelled: its host’s account was deleted.${more === 0 ? '' : others}`,
    path,
  };
}

const timeIn = formatOf('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DATE = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const dateIn = formatOf('en-GB', DATE);
const dateWithYearIn = formatOf('en-GB', { ...DATE, year: 'numeric' });
/** As an ISO date, which this locale writes. */
const dayIn = formatOf('en-CA', { dateStyle: 'short' });

/** By the calendar: a day has 23 or 25 hours when the clocks change. */
const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, day.length);

/** "today at 19:00", "tomorrow at 19:00" or "on Sat 20 Jun at 19:00", of another year "on Sun 20 Jun 2027 at 19:00". */
export function momentText(ms: number, { zone, nowMs }: { zone: string; nowMs: number }): string {
  const time = timeIn(zone).format(ms);
  const [day, today] = [dayIn(zone).format(ms), dayIn(zone).format(nowMs)];
  if (day === today) return `today at ${time}`;
  if (day === dayAfter(today)) return `tomorrow at ${time}`;
  const date = (day.slice(0, 4) === today.slice(0, 4) ? dateIn : dateWithYearIn)(zone).format(ms);
  return `on ${date.replace(',', '')} at ${time}`;
}
