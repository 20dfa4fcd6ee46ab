import { isParticipantSql } from '#server/access/event-roles.ts';
import { isFriendSql } from '#server/access/friends.ts';

/** Whoever invited the person to the event; null for who came by a link. */
const inviterSql = (person: string, event: string): string =>
  `(select i.invited_by from event_invites i where i.user_id = ${person} and i.event_id = ${event})`;

/** For whom pushes about the event `e` count, besides whoever causes them: a creator who is a friend, or the inviter. Null for a
 * participant, who has chosen the event. */
export const countsForSql = (person: string): string => `
  case when not ${isParticipantSql(person)} then
    case when ${isFriendSql(person, 'e.created_by')} then e.created_by
      else coalesce(${inviterSql(person, 'e.id')}, e.created_by) end end`;

/** Caused by somebody who is no friend of the person, and about no event that the person takes part in. Expects `notifications n`
 * and its `events e`, which may be missing. */
export const byStrangerSql = (person: string): string => `(
  n.actor_id is not null and not ${isFriendSql(person, 'n.actor_id')}
  and (e.id is null or not ${isParticipantSql(person)}))`;

/** For whom a mail about `notifications n`, with its `events e`, counts. What nobody causes counts for the host of its event,
 * one's own for nobody, and whatever comes of an invitation that one has not accepted for whoever sent it: hosts cost a flooder
 * nothing. */
export const mailCauseSql = (person: string): string => `nullif(coalesce(
        case when not ${isParticipantSql(person)} then ${inviterSql(person, 'e.id')} end,
        n.actor_id, e.created_by), ${person})`;
