import type { ReactNode } from 'react';

// Bring along dialog
export const youWereHereAsTheGuest = (name: ReactNode) => (
  <>
    You were here as the guest {name}. If you bring them along, they belong to this account, and the guest
    disappears. Where this account has answered itself, its own answer stays.
  </>
);
export const yourAnswersAndMessagesHaveCome = 'Your answers and messages have come with you.';
export const thatGuestIsNoLongerOn = 'That guest is no longer on the list.';
export const bringYourAnswersAndMessagesAlong = 'Bring your answers and messages along?';
export const leaveThem = 'Leave them';
export const bringing = 'Bringing...';
export const bringThemAlong = 'Bring them along';
export const couldNotMoveYourAnswersAnd = 'Could not move your answers and messages. Please try again.';
