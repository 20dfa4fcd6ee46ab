import { randomUUID } from 'node:crypto';
import type { ContactVisibility, FriendshipStatus, InviteStatus } from '@hereabouts/server/db/schema';
import fc from 'fast-check';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { NOTIFICATION_KINDS, type NotificationKind } from '@hereabouts/contract/notifications';

/** What the rules of `server/src/access/` are judged by, random: few people and events, so that everything meets. */

export const NOW_MS = Date.parse('2026-06-20T12:00:00.000Z');
const PEOPLE = 5;
const EVENTS = 4;
const SENT = 3;

export const at = (offsetMs: number): string => new Date(NOW_MS + offsetMs).toISOString();
/** Before, during and after now, also to the millisecond. */
const SPANS = [
  [-2 * HOUR_MS, -HOUR_MS],
  [-HOUR_MS, -1],
  [-HOUR_MS, 0],
  [-HOUR_MS, HOUR_MS],
  [-HOUR_MS, HOUR_MS],
  [0, HOUR_MS],
  [1, HOUR_MS],
  [HOUR_MS, 2 * HOUR_MS],
] as const;

const someone = fc.nat({ max: PEOPLE - 1 });
const somewhere = fc.nat({ max: EVENTS - 1 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const perPair = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(arbitrary, { minLength: (PEOPLE * (PEOPLE - 1)) / 2, maxLength: (PEOPLE * (PEOPLE - 1)) / 2 });
const perSeat = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.array(arbitrary, { minLength: PEOPLE * EVENTS, maxLength: PEOPLE * EVENTS });
const moment = fc.constantFrom(-HOUR_MS, -1, 0, 1, HOUR_MS);
/** One notification per recipient, event (or none) and actor (or none): the unique indexes hold whatever the kinds. */
const NEWS = PEOPLE * (EVENTS + 1) * (PEOPLE + 1);
/** Half of them of the kinds that depend on the most. */
const newsKind = fc.oneof(
  fc.constantFrom(...NOTIFICATION_KINDS),
  fc.constantFrom<NotificationKind>(
    'friend_sharing',
    'friend_sharing',
    'meeting_point_set',
    'meeting_point_set',
    'request_accepted',
  ),
);

export const facts = fc.record({
  visibility: fc.array(fc.constantFrom<ContactVisibility>('everyone', 'friends'), {
    minLength: PEOPLE,
    maxLength: PEOPLE,
  }),
  anonymous: fc.array(fc.constantFrom(true, false, false), { minLength: PEOPLE, maxLength: PEOPLE }),
  suspended: fc.array(fc.constantFrom(true, false, false), { minLength: PEOPLE, maxLength: PEOPLE }),
  friendships: perPair(
    maybe(
      fc.record({
        isFirst: fc.boolean(),
        status: fc.constantFrom<FriendshipStatus>('pending', 'accepted', 'accepted'),
      }),
    ),
  ),
  blocks: perPair(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: fc.record({ by: fc.constantFrom('first', 'second', 'both'), isNobody: fc.boolean() }),
      },
    ),
  ),
  events: fc.array(
    fc.record({
      creator: someone,
      span: fc.constantFrom(...SPANS),
      isPrivate: fc.boolean(),
      isCancelled: fc.constantFrom(true, false, false),
    }),
    { minLength: EVENTS, maxLength: EVENTS },
  ),
  invites: perSeat(
    fc.constantFrom<InviteStatus | null>(null, 'pending', 'accepted', 'accepted', 'tentative', 'declined'),
  ),
  coHosts: perSeat(fc.constantFrom(true, false, false)),
  waiting: perSeat(fc.boolean()),
  removed: perSeat(fc.constantFrom(true, false, false)),
  /** People on no list at all. */
  unlisted: fc.array(fc.constantFrom(true, false, false, false), { minLength: PEOPLE, maxLength: PEOPLE }),
  sharing: perSeat(maybe(fc.record({ ends: moment, isSessionAlive: fc.constantFrom(true, true, false) }))),
  meetingPoints: fc.array(maybe(fc.record({ setBy: fc.oneof(someone, fc.constant(null)) })), {
    minLength: EVENTS,
    maxLength: EVENTS,
  }),
  links: fc.array(moment, { minLength: PEOPLE, maxLength: PEOPLE }),
  /** For each link a bit for each person who ended the friendship that it made. */
  leavers: fc.array(fc.nat(2 ** PEOPLE - 1), { minLength: PEOPLE, maxLength: PEOPLE }),
  messages: fc.array(fc.record({ event: somewhere, sender: maybe(someone) }), { maxLength: EVENTS * SENT }),
  /** For each person a bit for each of two authors whose account is gone. */
  hiddenAuthors: fc.array(fc.constantFrom(0, 0, 1, 2, 3), { minLength: PEOPLE, maxLength: PEOPLE }),
  /** Not shrunk, which would take minutes: a failure names the piece. */
  news: fc.noShrink(
    fc.array(fc.record({ kind: newsKind, isRead: fc.constantFrom(true, false, false) }), {
      minLength: NEWS,
      maxLength: NEWS,
    }),
  ),
});
export type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

export type Person = {
  index: number;
  userId: string;
  id: string;
  contact_visibility: ContactVisibility;
  is_anonymous: boolean;
  isAnonymous?: true;
  suspension: { since: string } | null;
};
export type Happening = {
  index: number;
  created_by: string;
  start_time: string;
  end_time: string;
  cancelled_at: string | null;
  is_private: boolean;
};

/** The facts as rows, which the predicates read. */
export function rowsOf(given: Facts) {
  const people = given.visibility.map((contact_visibility, index): Person => {
    const id = `00000000-0000-4000-8000-00000000000${index}`;
    const suspension = given.suspended[index] ? { since: at(-HOUR_MS) } : null;
    const is_anonymous = given.anonymous[index]!;
    const person = { index, id, userId: id, contact_visibility, suspension, is_anonymous };
    return is_anonymous ? { ...person, isAnonymous: true } : person;
  });
  const idOf = (index: number): string => people[index]!.id;
  const events = given.events.map(
    ({ creator, span: [start, end], isPrivate, isCancelled }, index): Happening => ({
      index,
      created_by: idOf(creator),
      start_time: at(start),
      end_time: at(end),
      cancelled_at: isCancelled ? at(-2 * HOUR_MS) : null,
      is_private: isPrivate,
    }),
  );
  const pairs = people.flatMap((one) => people.slice(one.index + 1).map((other) => [one, other] as const));
  const friendships = pairs.flatMap(([one, other], pair) => {
    const found = given.friendships[pair];
    if (!found) return [];
    const [requester, addressee] = found.isFirst ? [one, other] : [other, one];
    return [{ requester_id: requester.id, addressee_id: addressee.id, status: found.status }];
  });
  const blocks = pairs.flatMap(([one, other], pair) => {
    const found = given.blocks[pair];
    if (!found) return [];
    return [
      { user_id: one.id, other_id: other.id, is_blocker: found.by !== 'second', isNobody: found.isNobody },
      { user_id: other.id, other_id: one.id, is_blocker: found.by !== 'first', isNobody: false },
    ];
  });
  const seats = events.flatMap((event) =>
    people.map((person) => ({ event, person, place: event.index * PEOPLE + person.index })),
  );
  const invites = seats.flatMap(({ event, person, place }) => {
    const status = given.invites[place] ?? null;
    return status === null || given.unlisted[person.index]
      ? []
      : [
          {
            event,
            person,
            status,
            isCoHost: status !== 'declined' && given.coHosts[place] === true,
            isWaiting: status === 'pending' && given.waiting[place] === true,
          },
        ];
  });
  const removed = seats.filter(({ place }) => given.removed[place]);
  const sharing = seats.flatMap(({ event, person, place }) => {
    const found = given.sharing[place];
    if (!found) return [];
    const { ends, isSessionAlive } = found;
    return [
      {
        event,
        user_id: person.id,
        ends_at: at(ends),
        session_id: randomUUID(),
        is_session_alive: isSessionAlive,
      },
    ];
  });
  // A third of the messages of people whose account is gone is by an author in no block.
  const authorKeys = [randomUUID(), randomUUID()];
  const hidden_authors = people.flatMap((person) =>
    authorKeys
      .filter((_, index) => given.hiddenAuthors[person.index]! & (1 << index))
      .map((author_key) => ({ author_key, user_id: person.id })),
  );
  const messages = events.flatMap((event) =>
    given.messages
      .filter((message) => message.event === event.index)
      .map(({ sender }, index) => ({
        event,
        seq: index + 1,
        user_id: sender === null ? null : idOf(sender),
        author_key: sender === null ? (authorKeys[index % 3] ?? null) : null,
      })),
  );
  const told = people.flatMap((viewer) =>
    [...events, null].flatMap((event) => [...people, null].map((actor) => ({ viewer, event, actor }))),
  );
  const news = told.flatMap((piece, index) => {
    const { kind, isRead } = given.news[index]!;
    // Nobody causes a start, and of each event a person has one (`notifications_live_once`).
    if (kind === 'event_live' && piece.actor !== null) return [];
    return [{ ...piece, kind, read_at: isRead ? at(-1) : null }];
  });
  return {
    people,
    events,
    friendships,
    blocks,
    seats,
    invites,
    removed,
    sharing,
    meeting_points: events.flatMap((event) => {
      const found = given.meetingPoints[event.index];
      return found ? [{ event, set_by: found.setBy === null ? null : idOf(found.setBy) }] : [];
    }),
    messages,
    hidden_authors,
    links: people.map(({ id, index }) => ({
      owner_id: id,
      expires_at: at(given.links[index]!),
      left_by: people
        .filter((person) => (given.leavers[index]! >> person.index) & 1)
        .map((person) => person.id),
    })),
    news,
  };
}
export type Rows = ReturnType<typeof rowsOf>;
