/** An account without an address, for a guest without an account (GUEST-01). */
export const isAnonymousSql = (person: string): string =>
  `exists (select from users guest where guest.id = ${person} and guest.is_anonymous)`;

/** Whether others can find a person, see their profile or befriend them (GUEST-05). */
export const canBeFound = (person: { is_anonymous: boolean }): boolean => !person.is_anonymous;

export const canBeFoundSql = 'not u.is_anonymous';

type Listed = { end_time: string };

/** On a guest list; of an anonymous account, which lasts as long (GUEST-03). */
export const isListed = (lists: readonly Listed[]): boolean => lists.length > 0;

export const isListedSql = (person: string): string =>
  `exists (select from event_invites i where i.user_id = ${person})`;

/** On the list of an event that ends, or has ended, after `since`. */
export const isListedAfter = (lists: readonly Listed[], sinceMs: number): boolean =>
  lists.some(({ end_time }) => Date.parse(end_time) > sinceMs);

export const isListedAfterSql = (person: string, since: string): string => `exists (
  select from event_invites i join events e on e.id = i.event_id
  where i.user_id = ${person} and e.end_time > ${since})`;
