import { createHash } from 'node:crypto';
import { hasEnded } from '@hereabouts/contract/event-times';
import * as blocked from '@hereabouts/server/access/blocked';
import * as chat from '@hereabouts/server/access/chat';
import * as roles from '@hereabouts/server/access/event-roles';
import * as times from '@hereabouts/server/access/event-times';
import * as events from '@hereabouts/server/access/events';
import * as friends from '@hereabouts/server/access/friends';
import * as profiles from '@hereabouts/server/access/profiles';
import { NOW_MS, type Person, type Rows } from './access-facts.ts';
import {
  NOW,
  READ,
  blockOf,
  friendshipOf,
  eventFor,
  twos,
  ofTwo,
  TWO,
  seats,
  ofSeat,
  SEAT,
  perSeat,
  perEvent,
  withCreator,
  atEvents,
  type Two,
} from './access-parity-rules.ts';
import { IN_COMMON } from './access-parity-in-common.ts';
import { LIVE } from './access-parity-live.ts';
import { LINKS } from './access-parity-links.ts';
import { NEWS } from './access-parity-news.ts';
import { ONE_PERSON } from './access-parity-people.ts';
import { compare, type ParityCase } from './parity-case.ts';

const TIMES = [
  perEvent('hasEnded notEndedSql', times.notEndedSql(NOW), (event) => !hasEnded(event, NOW_MS)),
  perEvent('isCancelled notCancelledSql', times.notCancelledSql, (event) => !times.isCancelled(event)),
  perEvent('wentLive wentLiveSql', times.wentLiveSql(NOW), (event) => times.wentLive(event, NOW_MS)),
  perEvent('isRunning runningSql', times.runningSql(NOW), (event) => times.isRunning(event, NOW_MS)),
  perEvent('isAhead aheadSql', times.aheadSql(NOW), (event) => times.isAhead(event, NOW_MS)),
  perEvent('isOver notOverSql', times.notOverSql(NOW), (event) => !times.isOver(event, NOW_MS)),
];

const ROLES = [
  perSeat('isCreator isCreatorSql', roles.isCreatorSql('u.id'), roles.isCreator),
  perSeat('isHost isHostSql', roles.isHostSql('u.id'), roles.isHost),
  perSeat('isGuest isGuestSql', roles.isGuestSql('u.id'), roles.isGuest),
  perSeat('isGuest isInvitedSql', roles.isInvitedSql('u.id'), (_, event) => event.my_status !== null),
  perSeat('isGuest IS_INVITED', roles.IS_INVITED, (_, event) => event.my_status !== null),
  perSeat('isParticipant isParticipantSql', roles.isParticipantSql('u.id'), roles.isParticipant),
  perSeat(
    'isParticipant participantIdsSql',
    `u.id in ${roles.participantIdsSql('e.id')}`,
    roles.isParticipant,
  ),
  perSeat('canChat canChatSql', roles.canChatSql('u.id'), roles.canChat),
  perSeat('isGuest guestIdsSql', `u.id in ${roles.guestIdsSql('e.id')}`, roles.isGuest),
  perSeat('canChat chatterIdsSql', `u.id in ${roles.chatterIdsSql('e.id')}`, roles.canChat),
  perSeat('canWrite canWriteSql', chat.canWriteSql('u.id'), chat.canWrite),
  compare(
    'Role ROLE_COLUMNS roleColumnsOf joinOwnInviteSql joinOwnInviteOfFewSql',
    `select g.title || ' ' || g.name || ' ' || (g.created_by = g.id) || ' ' || coalesce(g.my_status, 'none') || ' ' || g.is_co_host || ' ' || g.is_waiting as key
    from (select u.name, u.id, g.title, ${roles.roleColumnsOf('g')} from users u cross join lateral (
      select e.title, ${roles.ROLE_COLUMNS} from events e ${roles.joinOwnInviteOfFewSql('u.id')}) g) g`,
    (rows) => [true, false].flatMap((isTrue) => rows.seats.map((seat) => ({ ...seat, isTrue }))),
    ({ event, person, isTrue }, rows) => {
      const { created_by, my_status, is_co_host, is_waiting } = eventFor(rows, event, person);
      const role = `${my_status ?? 'none'} ${is_co_host} ${is_waiting}`;
      return `${ofSeat({ event, person })} ${(created_by === person.id) === isTrue} ${role}`;
    },
    ({ isTrue }) => isTrue,
  ),
];

const EVENTS = [
  perSeat('canSee visibleSql', events.visibleSql('u.id'), (person, event, rows) =>
    events.canSee(person, event, withCreator(rows, person, event)),
  ),
  perSeat('canSee visibleByInviteSql', events.visibleByInviteSql('u.id'), (person, event, rows) =>
    events.canSee(person, event, withCreator(rows, person, event)),
  ),
  ...(['edit', 'invite', 'cancel', 'link', 'remove_guests', 'co_hosts', 'announce'] as const).map((action) =>
    perSeat(`canHost canHostSql ${action}`, events.canHostSql(action, 'u.id'), (person, event) =>
      events.canHost(action, person, event),
    ),
  ),
  compare(
    'isEventOf eventsOfSql CREATOR_ROLE_COLUMNS',
    `select own.title || ' ' || u.name || ' ' || coalesce(own.my_status, 'none') as key from users u cross join lateral (
      ${events.eventsOfSql('u.id', { select: (role, from) => `select e.title, ${role} from ${from}`, where: 'true' })}) own`,
    seats,
    (seat, rows) => `${ofSeat(seat)} ${eventFor(rows, seat.event, seat.person).my_status ?? 'none'}`,
    ({ event, person }, rows) =>
      events.isEventOf(person, eventFor(rows, event, person), withCreator(rows, person, event)),
  ),
  compare(
    'canSeeRemoved canSeeRemovedSql',
    `select e.title || ' ' || one.name || ' ' || u.name as key from events e cross join users one cross join users u
    where ${events.canSeeRemovedSql('one.id', 'u.id')}`,
    atEvents,
    ({ event, ...two }) => `${event.index} ${ofTwo(two)}`,
    ({ event, one, other }, rows) =>
      events.canSeeRemoved(
        blockOf(rows, one.id, other.id),
        withCreator(rows, other, event),
        other.suspension,
      ),
  ),
  compare(
    'isSharedEvent sharedEventsSql',
    `select shared.title || ' ' || one.name || ' ' || u.name as key from users one cross join users u cross join lateral (
      select e.title from ${events.sharedEventsSql('one.id', 'u.id').from}
      where ${events.sharedEventsSql('one.id', 'u.id').where}) shared`,
    atEvents,
    ({ event, ...two }) => `${event.index} ${ofTwo(two)}`,
    ({ event, one, other }, rows) =>
      events.isSharedEvent(
        eventFor(rows, event, one),
        eventFor(rows, event, other),
        withCreator(rows, one, event),
      ),
  ),
];

/** A rule about two people, over `users one`, `users u` and their `friendships f`. */
const perTwo = (rule: string, sql: string, holds: (two: Two, rows: Rows) => boolean) =>
  compare(
    rule,
    `select ${TWO} ${friends.joinFriendshipSql('u.id', 'one.id')} where ${sql}`,
    twos,
    ofTwo,
    holds,
  );
const areFriends = ({ one, other }: Two, rows: Rows) =>
  friends.areFriends(friendshipOf(rows, one.id, other.id));
/** A rule about one person and a friendship of any two. */
const perFriendship = (
  rule: string,
  sql: string,
  holds: (person: Person, friendship: Rows['friendships'][number]) => boolean,
) =>
  compare(
    rule,
    `select u.name || ' ' || f.requester_id || ' ' || f.addressee_id as key from friendships f cross join users u where ${sql}`,
    ({ people, friendships }) =>
      people.flatMap((person) => friendships.map((friendship) => ({ person, friendship }))),
    ({ person, friendship }) => `${person.index} ${friendship.requester_id} ${friendship.addressee_id}`,
    ({ person, friendship }) => holds(person, friendship),
  );

const PEOPLE = [
  perTwo('notBlocked notBlockedSql', blocked.notBlockedSql('one.id', 'u.id'), ({ one, other }, rows) =>
    blocked.notBlocked(blockOf(rows, one.id, other.id)),
  ),
  compare(
    'notBlocked blockedDigestSql',
    `select u.name || ' ' || coalesce(${blocked.blockedDigestSql('u.id')}, 'nobody') as key from users u`,
    (rows) => rows.people.flatMap((person) => [true, false].map((isBlocked) => ({ person, isBlocked }))),
    ({ person, isBlocked }, rows) => {
      const ids = rows.people.map(({ id }) => id);
      const counted = ids
        .filter((id) => blocked.notBlocked(blockOf(rows, person.id, id)) !== isBlocked)
        .toSorted();
      const digest = createHash('md5').update(counted.join(',')).digest('hex');
      return `${person.index} ${counted.length === 0 ? 'nobody' : digest}`;
    },
    ({ isBlocked }) => isBlocked,
  ),
  compare(
    'canSeeBlockedName canSeeBlockedNameSql',
    `select b.user_id || ' ' || b.other_id as key from blocks b where ${blocked.canSeeBlockedNameSql}`,
    (rows) => rows.blocks,
    ({ user_id, other_id }) => `${user_id} ${other_id}`,
    (block) => blocked.canSeeBlockedName(block, block.isNobody),
  ),
  perTwo('areFriends areFriendsSql joinFriendshipSql', friends.areFriendsSql, areFriends),
  perTwo('areFriends isFriendSql', friends.isFriendSql('one.id', 'u.id'), areFriends),
  perTwo('areFriends friendIdsSql', `u.id in ${friends.friendIdsSql('one.id')}`, areFriends),
  perTwo('areFriends friendshipsWithSql', friends.friendshipsWithSql('one.id', 'array[u.id]'), areFriends),
  perFriendship('canAccept canAcceptSql', friends.canAcceptSql('u.id'), friends.canAccept),
  compare(
    'canAnswerRequest canAnswerRequestSql',
    `select u.name || ' ' || f.requester_id || ' ' || f.addressee_id as key from friendships f cross join users u
    where ${friends.canAnswerRequestSql('u.id')}`,
    ({ people, friendships }) =>
      people.flatMap((person) => friendships.map((friendship) => ({ person, friendship }))),
    ({ person, friendship }) => `${person.index} ${friendship.requester_id} ${friendship.addressee_id}`,
    ({ person, friendship }, { people }) => {
      const sender = people.find(({ id }) => id === friendship.requester_id)!;
      return friends.canAnswerRequest(person, friendship, sender.suspension);
    },
  ),
  perFriendship(
    'canRemoveFriendship canRemoveFriendshipSql',
    friends.canRemoveFriendshipSql('u.id'),
    friends.canRemoveFriendship,
  ),
  perTwo('canSeeContact canSeeContactSql', profiles.canSeeContactSql('one.id'), ({ one, other }, rows) =>
    profiles.canSeeContact(one, other, friendshipOf(rows, one.id, other.id)),
  ),
  perTwo(
    'canSeeContact publicContactSql',
    `one.id <> u.id and ${profiles.publicContactSql}`,
    ({ one, other }) => one !== other && profiles.canSeeContact(one, other, { status: null }),
  ),
];

/** Whether somebody whose account is gone, known by that key, was in a block with the person. */
const wasBlocked = (rows: Rows, person: Person, key: string | null): boolean =>
  rows.hidden_authors.some(({ author_key, user_id }) => author_key === key && user_id === person.id);

/** Messages after `READ` that do not count for a person, one row for each. */
const perUncounted = (rule: string, sql: string) =>
  compare(
    rule,
    sql,
    (rows) =>
      rows.messages
        .filter(({ seq }) => seq > READ)
        .flatMap((message) => rows.people.map((person) => ({ ...message, person }))),
    ofSeat,
    ({ person, user_id, author_key }, rows) =>
      chat.isUncounted(
        person,
        user_id,
        blockOf(rows, person.id, user_id),
        wasBlocked(rows, person, author_key),
      ),
  );

/** From so many blocks on, the others are looked up among them. */
const FEW = [0, 1, 100];

const MESSAGES = [
  ...FEW.map((few) =>
    compare(
      `notBlocked isGuest hiddenFromSql ${few}`,
      `select e.title || ' ' || one.name || ' ' || u.name as key
      from events e cross join users one join users u on u.id = any(${chat.hiddenFromSql('one.id', few)})`,
      atEvents,
      ({ event, ...two }) => `${event.index} ${ofTwo(two)}`,
      ({ event, one, other }, rows) =>
        !blocked.notBlocked(blockOf(rows, one.id, other.id)) &&
        roles.isGuest(other, eventFor(rows, event, other)),
    ),
  ),
  compare(
    'isHiddenMessage isHiddenMessageSql isHiddenAuthorSql',
    `select e.title || ' ' || u.name || ' ' || m.seq as key from events e cross join users u
      join chat_room room on room.event_id = e.id join chat_message m on m.chat_room_id = room.id
    where ${chat.isHiddenMessageSql('u.id', 'm')}`,
    (rows) => rows.messages.flatMap((message) => rows.people.map((person) => ({ ...message, person }))),
    ({ seq, ...seat }) => `${ofSeat(seat)} ${seq}`,
    ({ person, user_id, author_key }, rows) =>
      chat.isHiddenMessage(blockOf(rows, person.id, user_id), wasBlocked(rows, person, author_key)),
  ),
  compare(
    'isGuest isHiddenMessage messageHiddenFromSql',
    `select e.title || ' ' || u.name || ' ' || m.seq as key from events e
      join chat_room room on room.event_id = e.id join chat_message m on m.chat_room_id = room.id
      join users u on u.id = any(${chat.messageHiddenFromSql('m')})`,
    (rows) => rows.messages.flatMap((message) => rows.people.map((person) => ({ ...message, person }))),
    ({ seq, ...seat }) => `${ofSeat(seat)} ${seq}`,
    ({ person, event, user_id, author_key }, rows) =>
      roles.isGuest(person, eventFor(rows, event, person)) &&
      chat.isHiddenMessage(blockOf(rows, person.id, user_id), wasBlocked(rows, person, author_key)),
  ),
  perUncounted(
    'isUncounted uncountedSql',
    `select ${SEAT} join chat_room room on room.event_id = e.id cross join lateral generate_series(1, ${chat.uncountedSql(
      { viewer: 'u.id', roomId: 'room.id', readSeq: `${READ}`, lastSeq: 'room.last_seq' },
    )})`,
  ),
  ...FEW.map((few) =>
    perUncounted(
      `isUncounted uncountedOfManySql ${few}`,
      `select ${SEAT} join chat_room room on room.event_id = e.id
      join lateral ${chat.uncountedOfManySql({
        readers: `(select reader.id, ${READ} as read_seq from users reader)`,
        roomId: 'room.id',
        lastSeq: 'room.last_seq',
        few,
      })} counted on counted.user_id = u.id cross join lateral generate_series(1, counted.uncounted)`,
    ),
  ),
];

export const PARITY_CASES: readonly ParityCase[] = [
  ...TIMES,
  ...ROLES,
  ...EVENTS,
  ...IN_COMMON,
  ...LINKS,
  ...LIVE,
  ...PEOPLE,
  ...ONE_PERSON,
  ...MESSAGES,
  ...NEWS,
];
