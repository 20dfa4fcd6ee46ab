import type { ReactNode } from 'react';

// Bring along dialog
export const youWereHereAsTheGuest = (name: ReactNode) => (
  <>
    You were here as the guest {name}. If you bring your answers and messages along, they will belong to this
    account and the guest will be removed. Where you have already answered with this account, that answer
    stays.
  </>
);
export const yourAnswersAndMessagesHaveCome = 'Your answers and messages have come with you.';
export const thatGuestIsNoLongerOn = 'That guest is no longer on the list.';
export const bringYourAnswersAndMessagesAlong = 'Bring your answers and messages along?';
export const leaveThem = 'Leave them';
export const bringing = 'Moving...';
export const bringThemAlong = 'Bring them along';
export const couldNotMoveYourAnswersAnd = 'Could not move your answers and messages. Please try again.';
