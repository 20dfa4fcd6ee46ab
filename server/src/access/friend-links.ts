import type { Viewer } from './viewer.ts';

/** Whoever is shown a link may use it, except its owner. */
export const canUseLink = (viewer: Viewer, link: { owner_id: string }): boolean =>
  link.owner_id !== viewer.userId;

/** A link works up to its last moment and not in it. */
export const isAlive = (link: { expires_at: string }, nowMs: number): boolean =>
  Date.parse(link.expires_at) > nowMs;

/** `isAlive` in SQL, over `friend_links l`. `now` is trusted SQL. */
export const isAliveSql = (now: string): string => `l.expires_at > ${now}`;
