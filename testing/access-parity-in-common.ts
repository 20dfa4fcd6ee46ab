import * as events from '@hereabouts/server/access/events';
import * as friends from '@hereabouts/server/access/friends';
import * as inCommon from '@hereabouts/server/access/in-common';
import { NOW_MS, type Person, type Rows } from './access-facts.ts';
import {
  NOW,
  TWO,
  atEvents,
  blockOf,
  eventFor,
  friendshipOf,
  ofTwo,
  twos,
  withCreator,
  type Two,
} from './access-parity-rules.ts';
import { compare, type ParityCase } from './parity-case.ts';

const isInCommon = ({ event, one, other }: ReturnType<typeof atEvents>[number], rows: Rows): boolean =>
  events.isInCommon(
    [one, other],
    [eventFor(rows, event, one), eventFor(rows, event, other)],
    [withCreator(rows, one, event), withCreator(rows, other, event)],
    event,
    NOW_MS,
  );

/** Every number there might be of two people, of which one is right. */
const perCount = (
  rule: string,
  sql: string,
  max: (rows: Rows) => number,
  countOf: (two: Two, rows: Rows) => number,
) =>
  compare(
    rule,
    `select counted.names || ' ' || counted.count as key from (
      select one.name || ' ' || u.name as names, ${sql} as count from users one cross join users u) counted`,
    (rows) =>
      twos(rows).flatMap((two) => Array.from({ length: max(rows) + 1 }, (_, count) => ({ ...two, count }))),
    ({ count, ...two }) => `${ofTwo(two)} ${count}`,
    ({ count, ...two }, rows) => countOf(two, rows) === count,
  );

export const IN_COMMON: readonly ParityCase[] = [
  compare(
    'isInCommon isInCommonSql',
    `select e.title || ' ' || one.name || ' ' || u.name as key from events e cross join users one cross join users u
    where ${events.isInCommonSql('one.id', 'u.id', NOW)}`,
    atEvents,
    ({ event, ...two }) => `${event.index} ${ofTwo(two)}`,
    isInCommon,
  ),
  compare(
    'canDiscover canDiscoverSql',
    `select ${TWO} ${friends.joinFriendshipSql('u.id', 'one.id')}
    where ${inCommon.canDiscoverSql('one.id', 'f.id is null')}`,
    twos,
    ofTwo,
    ({ one, other }, rows) =>
      inCommon.canDiscover(one, other, {
        friendship: friendshipOf(rows, one.id, other.id),
        block: blockOf(rows, one.id, other.id),
      }),
  ),
  perCount(
    'friendsInCommon friendsInCommonSql',
    inCommon.friendsInCommonSql(friends.friendIdsSql('one.id'), 'u.id'),
    ({ people }) => people.length,
    ({ one, other }, rows) => inCommon.friendsInCommon(friendsOf(rows, one), friendsOf(rows, other)),
  ),
  // With fewer events than would be left out.
  perCount(
    'isInCommon eventsInCommonSql upcomingSql UPCOMING_MAX',
    inCommon.eventsInCommonSql(inCommon.upcomingSql('one.id', NOW), 'one.id', 'u.id', NOW),
    (rows) => Math.min(rows.events.length, inCommon.UPCOMING_MAX),
    (two, rows) => rows.events.filter((event) => isInCommon({ event, ...two }, rows)).length,
  ),
];

const friendsOf = (rows: Rows, person: Person): string[] =>
  rows.people.filter(({ id }) => friends.areFriends(friendshipOf(rows, person.id, id))).map(({ id }) => id);
