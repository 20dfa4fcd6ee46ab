import { isParticipantSql } from '#server/access/event-roles.ts';
import { isFriendSql } from '#server/access/friends.ts';

/** Null for guests who joined by a link. */
const inviterSql = (person: string, event: string): string =>
  `(select i.invited_by from event_invites i where i.user_id = ${person} and i.event_id = ${event})`;

/** Whose limit pushes about `e` count against besides their cause's: a creator who is a friend, else the inviter, else the creator.
 * Null for participants. */
export const chargedToSql = (person: string): string => `
  case when not ${isParticipantSql(person)} then
    case when ${isFriendSql(person, 'e.created_by')} then e.created_by
      else coalesce(${inviterSql(person, 'e.id')}, e.created_by) end end`;

/** The actor is no friend, and the person is not a participant. Expects `notifications n` and `events e`, possibly missing. */
export const byStrangerSql = (person: string): string => `(
  n.actor_id is not null and not ${isFriendSql(person, 'n.actor_id')}
  and (e.id is null or not ${isParticipantSql(person)}))`;

/** Whose limit a mail about `n` and `e` counts against: the inviter's while the person does not participate (creators cost a
 * flooder nothing), else the actor's, else the creator's; null if that is the person. */
export const mailCauseSql = (person: string): string => `nullif(coalesce(
        case when not ${isParticipantSql(person)} then ${inviterSql(person, 'e.id')} end,
        n.actor_id, e.created_by), ${person})`;
