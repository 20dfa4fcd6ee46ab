import { CHAT_TEXTS } from '@hereabouts/contract/chat';
import type { Queryable } from '#server/db/database.ts';
import * as announcements from '#server/features/announcements/repo.ts';
import { removeMessage } from '#server/features/chat/removal-repo.ts';
import * as blocks from '#server/features/blocks/repo.ts';
import { deleteNotifications, deleteNotificationsBetween } from '#server/features/notifications/repo.ts';
import { NOTIFICATIONS_OF_GUESTS } from '#server/features/notifications/service.ts';
import { isoOf } from '#server/clock.ts';
import type { Removal, RevocationKind } from './removals.ts';

/** Rows newer than the note belong to another event: earlier releases reused ids after a restore. */
const DELETE_INVITE_SQL = `
  delete from event_invites where event_id = $1 and user_id = $2 and created_at <= $3 returning user_id`;
const FIND_INVITE_SQL = 'select from event_invites where event_id = $1 and user_id = $2';
const INSERT_REMOVAL_SQL = `
  insert into removed_guests (event_id, user_id, removed_at)
  select e.id, u.id, $3::timestamptz from events e, users u where e.id = $1 and u.id = $2 and e.created_at <= $3
  on conflict (event_id, user_id) do nothing returning user_id`;
const END_CO_HOSTING_SQL = `
  update event_invites set is_co_host = false
  where event_id = $1 and user_id = $2 and created_at <= $3 and is_co_host returning user_id`;
const DELETE_FRIENDSHIP_SQL = `
  delete from friendships
  where least(requester_id, addressee_id) = least($1::uuid, $2::uuid)
    and greatest(requester_id, addressee_id) = greatest($1::uuid, $2::uuid) and created_at <= $3
  returning id`;
const DELETE_INVITES_BETWEEN_SQL = `
  delete from event_invites i using events e
  where e.id = i.event_id and i.created_at <= $3
    and ((i.user_id = $1 and e.created_by = $2) or (i.user_id = $2 and e.created_by = $1))
  returning i.user_id`;
const BOTH_EXIST_SQL = 'select id from users where id in ($1, $2)';
const SET_PRIVACY_SQL = `
  update events set is_private = $2, updated_at = $3
  where id = $1 and created_at <= $3 and is_private <> $2 returning id`;
const HIDE_CONTACT_SQL = `
  update users set contact_visibility = 'friends' where id = $1 and contact_visibility <> 'friends' returning id`;

type Note = Pick<Removal, 'id' | 'atMs'>;

/** What is younger than the note was given again and stays. True if there was something to do. */
export const REVOKE: Record<RevocationKind, (tx: Queryable, note: Note) => Promise<boolean>> = {
  message: async (tx, { id }) => (await removeMessage(tx, id, CHAT_TEXTS.removed)) !== undefined,
  takendown: (tx, { id, atMs }) => announcements.takeDownOne(tx, id, isoOf(atMs)),
  async guest(tx, note) {
    const of = idsAndTime(note);
    const wasGuest = await isAny(tx.query(DELETE_INVITE_SQL, of));
    if (!wasGuest && (await isAny(tx.query(FIND_INVITE_SQL, of.slice(0, 2))))) return false;
    const [eventId, userId] = of;
    for (const kind of wasGuest ? NOTIFICATIONS_OF_GUESTS : []) {
      await deleteNotifications(tx, { kind, userIds: [userId], eventId: Number(eventId), actorId: null });
    }
    // The event's next link must not let them in either.
    return (await isAny(tx.query(INSERT_REMOVAL_SQL, of))) || wasGuest;
  },
  cohost: (tx, note) => isAny(tx.query(END_CO_HOSTING_SQL, idsAndTime(note))),
  appointed: async () => false,
  async blocked(tx, note) {
    const [userId, otherId, at] = idsAndTime(note);
    const hasEnded = await endBetween(tx, note);
    if ((await tx.query(BOTH_EXIST_SQL, [userId, otherId])).length < 2) return hasEnded;
    if ((await blocks.listBlocksOf(tx, userId)).of.includes(otherId)) return hasEnded;
    const pair: blocks.Pair = [userId, otherId];
    if (await blocks.existsFor(tx, pair)) await blocks.insertBlock(tx, pair, at);
    else await blocks.blockNobody(tx, pair, at);
    await deleteNotificationsBetween(tx, userId, otherId);
    return true;
  },
  async unblocked(tx, note) {
    const [userId, otherId] = idsAndTime(note);
    // What the block had ended was not restored with its end.
    const hasEnded = await endBetween(tx, note);
    return (await blocks.deleteBlock(tx, [userId, otherId])) || hasEnded;
  },
  async unfriended(tx, note) {
    const of = idsAndTime(note);
    if (!(await isAny(tx.query(DELETE_FRIENDSHIP_SQL, of)))) return false;
    const [one, other] = of;
    for (const [userId, actorId] of [
      [one, other],
      [other, one],
    ] as const) {
      await deleteNotifications(tx, { kind: 'request_received', userIds: [userId], eventId: null, actorId });
    }
    return true;
  },
  private: (tx, note) => setPrivacy(tx, note, true),
  public: (tx, note) => setPrivacy(tx, note, false),
  contacthidden: (tx, { id }) => isAny(tx.query(HIDE_CONTACT_SQL, [id])),
  contactshown: async () => false,
};

export const isAny = async (rows: Promise<unknown[]>): Promise<boolean> => (await rows).length > 0;

function idsAndTime({ id, atMs }: Note): [string, string, string] {
  const [one = '', other = ''] = id.split('.');
  return [one, other, isoOf(atMs)];
}

async function endBetween(tx: Queryable, note: Note): Promise<boolean> {
  const of = idsAndTime(note);
  const wereFriends = await isAny(tx.query(DELETE_FRIENDSHIP_SQL, of));
  return (await isAny(tx.query(DELETE_INVITES_BETWEEN_SQL, of))) || wereFriends;
}

const setPrivacy = (tx: Queryable, { id, atMs }: Note, isPrivate: boolean): Promise<boolean> =>
  isAny(tx.query(SET_PRIVACY_SQL, [Number(id), isPrivate, isoOf(atMs)]));
