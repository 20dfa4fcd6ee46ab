/** Whoever is shown a link may use it, except its owner. */
export const isOwnLink = (viewer: { userId: string }, link: { owner_id: string }): boolean =>
  link.owner_id === viewer.userId;

/** A link works up to its last moment and not in it, over `friend_links l`. `now` is trusted SQL. */
export const isAliveSql = (now: string): string => `l.expires_at > ${now}`;
