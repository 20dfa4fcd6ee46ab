/** Anonymous accounts are guests without an account (GUEST-01). */
export const isAnonymousSql = (person: string): string =>
  `exists (select from users guest where guest.id = ${person} and guest.is_anonymous)`;

/** False: nobody finds the person, sees their profile or befriends them (GUEST-05). */
export const canBeFound = (person: { is_anonymous: boolean }): boolean => !person.is_anonymous;

export const canBeFoundSql = 'not u.is_anonymous';

type Listed = { end_time: string };

/** An anonymous account lasts as long as it is on a list (GUEST-03). */
export const isListed = (lists: readonly Listed[]): boolean => lists.length > 0;

export const isListedSql = (person: string): string =>
  `exists (select from event_invites i where i.user_id = ${person})`;

export const isListedAfter = (lists: readonly Listed[], sinceMs: number): boolean =>
  lists.some(({ end_time }) => Date.parse(end_time) > sinceMs);

export const isListedAfterSql = (person: string, since: string): string => `exists (
  select from event_invites i join events e on e.id = i.event_id
  where i.user_id = ${person} and e.end_time > ${since})`;
