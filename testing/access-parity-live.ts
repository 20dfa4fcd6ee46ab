import * as live from '@hereabouts/server/access/live';
import { NOW_MS, type Rows } from './access-facts.ts';
import {
  atEvents,
  blockOf,
  eventFor,
  friendshipOf,
  NOW,
  ofTwo,
  perSeat,
  type Two,
} from './access-parity-rules.ts';
import { compare, type ParityCase } from './parity-case.ts';

const firstShared = ({ one, other }: Two, rows: Rows) =>
  rows.events.find((event) =>
    rows.sharing.some(
      (consent) =>
        consent.event === event &&
        consent.user_id === one.id &&
        live.isSharedWith(other, eventFor(rows, event, other), consent, eventFor(rows, event, one), NOW_MS),
    ),
  );

/** Rules about positions. */
export const LIVE: readonly ParityCase[] = [
  perSeat('canJoinLive canJoinLiveSql', live.canJoinLiveSql('u.id', NOW), (person, event) =>
    live.canJoinLive(person, event, NOW_MS),
  ),
  perSeat('canSendPosition canSendPositionSql', live.canSendPositionSql('u.id'), live.canSendPosition),
  compare(
    'canSeePosition audienceSql',
    `select e.title || ' ' || one.name || ' ' || u.name as key
    from events e cross join users one cross join lateral ${live.audienceSql('one.id')} a join users u on u.id = a.id`,
    atEvents,
    ({ event, ...two }) => `${event.index} ${ofTwo(two)}`,
    ({ event, one, other }, rows) =>
      live.canSeePosition(other, eventFor(rows, event, other), {
        friendship: friendshipOf(rows, one.id, other.id),
        block: blockOf(rows, one.id, other.id),
      }),
  ),
  ...(['now', 'once it starts'] as const).map((when) =>
    compare(
      when === 'now' ? 'consentStands consentStandsSql' : 'consentStands consentWillStandSql',
      `select e.title || ' ' || s.user_id as key from live_sharing s join events e on e.id = s.event_id
      where ${when === 'now' ? live.consentStandsSql(NOW) : live.consentWillStandSql(NOW)}`,
      (rows) => rows.sharing,
      ({ event, user_id }) => `${event.index} ${user_id}`,
      (consent, rows) => {
        const event = eventFor(rows, consent.event, { id: consent.user_id });
        const startMs = Date.parse(event.start_time);
        return live.consentStands(consent, event, when === 'now' ? NOW_MS : Math.max(NOW_MS, startMs));
      },
    ),
  ),
  compare(
    'isSharedWith isSharedWithSql',
    `select e.title || ' ' || s.user_id || ' ' || u.name as key
    from live_sharing s join events e on e.id = s.event_id cross join users u where ${live.isSharedWithSql('u.id', NOW)}`,
    (rows) => rows.sharing.flatMap((consent) => rows.people.map((friend) => ({ consent, friend }))),
    ({ consent, friend }) => `${consent.event.index} ${consent.user_id} ${friend.index}`,
    ({ consent, friend }, rows) =>
      live.isSharedWith(
        friend,
        eventFor(rows, consent.event, friend),
        consent,
        eventFor(rows, consent.event, { id: consent.user_id }),
        NOW_MS,
      ),
  ),
  compare(
    'isSharedWith sharingEventSql',
    `select one.name || ' ' || u.name || ' ' || e.title as key from users one cross join users u
    join events e on e.id = ${live.sharingEventSql('one.id', 'u.id', NOW)}`,
    atEvents,
    ({ event, ...two }) => `${ofTwo(two)} ${event.index}`,
    ({ event, ...two }, rows) => firstShared(two, rows) === event,
  ),
  compare(
    'consentEndSql',
    `select e.title || ' ' || s.user_id as key from live_sharing s join events e on e.id = s.event_id
    where ${live.consentEndSql} >= ${NOW}`,
    (rows) => rows.sharing,
    ({ event, user_id }) => `${event.index} ${user_id}`,
    ({ event, ends_at }) => Math.min(Date.parse(ends_at), Date.parse(event.end_time)) >= NOW_MS,
  ),
];
