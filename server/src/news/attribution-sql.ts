import { isParticipantSql } from '#server/access/event-roles.ts';
import { isFriendSql } from '#server/access/friends.ts';

/** Null for who came by a link. */
const inviterSql = (person: string, event: string): string =>
  `(select i.invited_by from event_invites i where i.user_id = ${person} and i.event_id = ${event})`;

/** For whom pushes about `e` count besides their cause: a creator who is a friend, or the inviter. Null for participants. */
export const countsForSql = (person: string): string => `
  case when not ${isParticipantSql(person)} then
    case when ${isFriendSql(person, 'e.created_by')} then e.created_by
      else coalesce(${inviterSql(person, 'e.id')}, e.created_by) end end`;

/** By no friend, about no event that the person takes part in. Expects `notifications n` and `events e`, possibly missing. */
export const byStrangerSql = (person: string): string => `(
  n.actor_id is not null and not ${isFriendSql(person, 'n.actor_id')}
  and (e.id is null or not ${isParticipantSql(person)}))`;

/** For whom a mail about `n` and `e` counts: what nobody causes for the host, one's own for nobody, what comes of an invitation
 * not accepted for its sender, because hosts cost a flooder nothing. */
export const mailCauseSql = (person: string): string => `nullif(coalesce(
        case when not ${isParticipantSql(person)} then ${inviterSql(person, 'e.id')} end,
        n.actor_id, e.created_by), ${person})`;
