import type { ReactNode } from 'react';

export const howManyAreYouBringing = 'How many are you bringing?';
export const goingAlone = 'Going alone';
export const goingWithCount = (count: string | number) => `Going with ${count}`;

export const linkSelectedToCopy = 'The link is selected: copy it from there.';
export const shareFailedCopyInstead = 'Sharing did not work. Copy the link instead.';
export const copy = 'Copy';

export const accountNeeded = 'You need an account for this.';
export const accountNeededGuestNote =
  'You are here as a guest. With an account you make plans of your own, find friends and share where you are. You keep your answers and messages.';

export const couldNotLoad = 'Could not load';
export const retrying = 'Retrying...';
export const retry = 'Retry';

export const eventNotFound = "Sorry, this event doesn't exist or has been removed.";

export const backToEvent = 'Back to Event';

export const checkYourConnectionAndTryAgain = 'Check your connection and try again.';

export const cannotReachHereaboutsTryingAgain = 'Cannot reach Hereabouts. Trying again...';
export const oneChangeIs = '1 change is';
export const changesAre = (waiting: string | number) => `${waiting} changes are`;
export const waitingToBeSent = (what: string | number) => `${what} waiting to be sent.`;
export const thisIsHowItWasAt = (momentText: string | number) => `This is how it was at ${momentText}.`;
export const timeAndDay = (time: string | number, moment: string | number) => `${time} on ${moment}`;

export const dismiss = 'Dismiss';

export const hidePassword = 'Hide password';
export const showPassword = 'Show password';

export const friendsSelected = (selectedCount: ReactNode) => <>{selectedCount} friend(s) selected</>;
export const deselectAll = 'Deselect All';
export const selectAll = 'Select All';

export const clearSearch = 'Clear search';

export const waiting = 'Waiting';
export const noResponse = 'No Response';

export const quickLinks = 'Quick links';

export const sheetLow = 'low';
export const sheetHalf = 'half';
export const sheetFull = 'full';
export const sheetHeight = (height: string) => `Height: ${height}`;
export const sheetHeightHelp = (height: string | number) =>
  `Height of the list: ${height}. Up and down arrow keys change it.`;

export const back = 'Back';

export const documentTitle = (title: string | number) => `${title} · Hereabouts`;

export const refreshing = 'Refreshing...';
export const releaseToRefresh = 'Release to refresh';
export const pullToRefresh = 'Pull to refresh';

export const hereabouts = 'hereabouts';

export const guest = 'Guest';

export const offline = 'Offline.';
export const connection = 'Connection';
export const youAreOffline = 'You are offline.';
