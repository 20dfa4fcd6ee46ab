import type { ReactNode } from 'react';

export const bringAlongHelp = (name: ReactNode) => (
  <>
    You were here as the guest {name}. If you bring your answers and messages along, they will belong to this
    account and the guest will be removed. If you have already answered an event with this account, that
    answer stays.
  </>
);
export const broughtAlong = 'Your answers and messages have come with you.';
export const guestIsGone = 'That guest account is gone. What came along is in your account.';
export const bringAlongQuestion = 'Bring your answers and messages along?';
export const leaveThem = 'Leave them';
export const bringing = 'Moving...';
export const bringThemAlong = 'Bring them along';
export const bringAlongFailed = 'Could not move your answers and messages. Please try again.';

export const signOutWithoutGuest = 'Sign out and leave the guest behind?';
export const signOutAllTheSame = 'Sign out all the same';
export const leavesGuestBehind = (name: string) =>
  `You have not chosen yet whether to bring the answers and messages of the guest ${name} along. Once you have signed out, nobody can change or bring them along any more, and other people will still see them. To be asked again, cancel and reload this page.`;
