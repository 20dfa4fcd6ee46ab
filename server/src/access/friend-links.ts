import type { Viewer } from './viewer.ts';

/** Everybody except its owner. */
export const canUseLink = (viewer: Viewer, link: { owner_id: string }): boolean =>
  link.owner_id !== viewer.userId;

/** Valid before `expires_at`, which is excluded. */
export const isAlive = (link: { expires_at: string }, nowMs: number): boolean =>
  Date.parse(link.expires_at) > nowMs;

export const isAliveSql = (now: string): string => `l.expires_at > ${now}`;
