import type { Viewer } from './viewer.ts';

export const canUseLink = (viewer: Viewer, link: { owner_id: string }): boolean =>
  link.owner_id !== viewer.userId;

export const isAlive = (link: { expires_at: string }, nowMs: number): boolean =>
  Date.parse(link.expires_at) > nowMs;

export const isAliveSql = (now: string): string => `l.expires_at > ${now}`;
