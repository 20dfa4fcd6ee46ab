import type { ReactNode } from 'react';

// Party question
export const howManyAreYouBringing = 'How many are you bringing?';
export const goingAlone = 'Going alone';
export const goingWithCount = (count: string | number) => `Going with ${count}`;

// Share actions
export const linkSelectedToCopy = 'The link is selected: copy it from there.';
export const shareFailedCopyInstead = 'Sharing did not work. Copy the link instead.';
export const copy = 'Copy';

// Account needed
export const accountNeeded = 'You need an account for this.';
export const accountNeededGuestNote =
  'You are here as a guest. With an account you make plans of your own, find friends and share where you are. You keep your answers and messages.';

// Error state
export const couldNotLoad = 'Could not load';
export const retrying = 'Retrying...';
export const retry = 'Retry';

// Event not found
export const eventNotFound = "Sorry, this event doesn't exist or has been removed.";

// Event refused
export const backToEvent = 'Back to Event';

// Failed page
export const checkYourConnectionAndTryAgain = 'Check your connection and try again.';

// Offline text
export const cannotReachHereaboutsTryingAgain = 'Cannot reach Hereabouts. Trying again...';
export const oneChangeIs = '1 change is';
export const changesAre = (waiting: string | number) => `${waiting} changes are`;
export const waitingToBeSent = (what: string | number) => `${what} waiting to be sent.`;
export const thisIsHowItWasAt = (momentText: string | number) => `This is how it was at ${momentText}.`;
export const timeAndDay = (time: string | number, moment: string | number) => `${time} on ${moment}`;

// Toast
export const dismiss = 'Dismiss';

// Password field
export const hidePassword = 'Hide password';
export const showPassword = 'Show password';

// Person picker
export const friendsSelected = (selectedCount: ReactNode) => <>{selectedCount} friend(s) selected</>;
export const deselectAll = 'Deselect All';
export const selectAll = 'Select All';

// Search field
export const clearSearch = 'Clear search';

// Status chip
export const waiting = 'Waiting';
export const noResponse = 'No Response';

// Bottom bar
export const quickLinks = 'Quick links';

// Bottom sheet
export const sheetLow = 'low';
export const sheetHalf = 'half';
export const sheetFull = 'full';
export const sheetHeight = (height: string) => `Height: ${height}`;
export const sheetHeightHelp = (height: string | number) =>
  `Height of the list: ${height}. Up and down arrow keys change it.`;

// Page header
export const back = 'Back';

// Page
export const documentTitle = (title: string | number) => `${title} · Hereabouts`;

// Pull to refresh
export const refreshing = 'Refreshing...';
export const releaseToRefresh = 'Release to refresh';
export const pullToRefresh = 'Pull to refresh';

// Mark
export const hereabouts = 'hereabouts';

// Guest mark
export const guest = 'Guest';

// Without a connection
export const offline = 'Offline.';
export const youAreOffline = 'You are offline.';
