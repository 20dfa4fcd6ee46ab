import type { ReactNode } from 'react';

export const nameIsBlocked = (name: string | number) =>
  `${name} is blocked. You can unblock them on your profile.`;
export const profileGone = 'This profile is no longer available.';
export const blockFailed = 'Could not block. Please try again.';
export const blockThisPerson = 'Block this person?';
export const block = 'Block';
export const blocking = 'Blocking...';
export const blockWarning =
  'You will no longer find each other anywhere: profiles, friends, events, chats and the live map. Your friendship and invitations to each other’s events will end, and unblocking will not bring them back. The person will not be told.';
export const blockLinkWarning =
  'If they have the invitation link of one of your events, make a new link there: the old one would let them back in under another name.';

export const blockedDate = (date: ReactNode) => <>Blocked {date}</>;
export const nameIsUnblocked = (name: string | number) => `${name} is unblocked.`;
export const unblockFailed = 'Could not unblock. Please try again.';
export const blockedPeople = 'Blocked people';
export const youHaveNotBlockedAnybody = 'You have not blocked anybody.';
export const unblockName = (name: string | number) => `Unblock ${name}`;
export const unblocking = 'Unblocking...';
export const unblock = 'Unblock';
export const showMoreBlockedPeople = 'Show more blocked people';
