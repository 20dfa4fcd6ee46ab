import type * as blocked from '@hereabouts/server/access/blocked';
import * as roles from '@hereabouts/server/access/event-roles';
import type * as friends from '@hereabouts/server/access/friends';
import { NOW_MS, type Happening, type Person, type Rows } from './access-facts.ts';
import { compare } from './parity-case.ts';

export const NOW = `'${new Date(NOW_MS).toISOString()}'::timestamptz`;
/** Messages up to here are read. */
export const READ = 1;

export const blockOf = ({ blocks }: Rows, one: string, other: string | null): blocked.Block =>
  blocks.find(({ user_id, other_id }) => user_id === one && other_id === other) ?? null;
export const friendshipOf = ({ friendships }: Rows, one: string, other: string): friends.Friendship =>
  friendships.find(
    ({ requester_id: a, addressee_id: b }) => (a === one && b === other) || (a === other && b === one),
  ) ?? {
    requester_id: null,
    status: null,
  };
export type At = Happening & roles.Role;
/** The event as it concerns a person. */
export const eventFor = ({ invites }: Rows, event: Happening, person: { id: string }): At => {
  const invite = invites.find((one) => one.event === event && one.person.id === person.id);
  return {
    ...event,
    my_status: invite?.status ?? null,
    is_co_host: invite?.isCoHost ?? false,
    is_waiting: invite?.isWaiting ?? false,
  };
};

export type Two = { one: Person; other: Person };
export const twos = ({ people }: Rows): Two[] =>
  people.flatMap((one) => people.map((other) => ({ one, other })));
export const atEvents = (rows: Rows) =>
  rows.events.flatMap((event) => twos(rows).map((two) => ({ event, ...two })));
export const ofTwo = ({ one, other }: Two): string => `${one.index} ${other.index}`;
export const TWO = "one.name || ' ' || u.name as key from users one cross join users u";

export type Seat = { event: Happening; person: Person };
export const seats = ({ seats: all }: Rows): Seat[] => all;
export const ofSeat = ({ event, person }: Seat): string => `${event.index} ${person.index}`;
export const SEAT = `e.title || ' ' || u.name as key from events e cross join users u`;
/** A rule about one person at one event, over `events e` and their own invite. */
export const perSeat = (
  rule: string,
  sql: string,
  holds: (person: Person, event: At, rows: Rows) => boolean,
) =>
  compare(
    rule,
    `select ${SEAT} ${roles.joinOwnInviteSql('u.id')} where ${sql}`,
    seats,
    ofSeat,
    (seat, rows) => holds(seat.person, eventFor(rows, seat.event, seat.person), rows),
  );
export const perEvent = (rule: string, sql: string, holds: (event: Happening) => boolean) =>
  compare(
    rule,
    `select e.title as key from events e where ${sql}`,
    (rows) => rows.events,
    ({ index }) => `${index}`,
    holds,
  );
export const withCreator = (rows: Rows, person: Person, event: Happening) =>
  blockOf(rows, person.id, event.created_by);
