import type { Viewer } from './viewer.ts';

/** Who ended the friendship could otherwise renew it as often as the link's owner ends it. */
export const hasNotLeft = ({ userId }: Viewer, link: { left_by: readonly string[] }): boolean =>
  !link.left_by.includes(userId);

/** A null `viewer` is signed out. */
export const hasNotLeftSql = (viewer: string): string => `coalesce(${viewer} <> all(l.left_by), true)`;

export const isOwnFriendLink = (viewer: Viewer, link: { owner_id: string }): boolean =>
  link.owner_id === viewer.userId;

export const isFriendLinkOpen = (link: { expires_at: string }, nowMs: number): boolean =>
  Date.parse(link.expires_at) > nowMs;

export const friendLinkOpenSql = (now: string): string => `l.expires_at > ${now}`;
