import type { ReactNode } from 'react';

export const addAFriend = 'Add a friend';
export const signIn = 'Sign in';
export const backToContacts = 'Back to Contacts';
export const askForANewOne = 'Ask for a new one.';

export const addInPerson = 'Add in person';
export const add = 'Add';
export const inPerson = 'in person';
export const faceToFaceHelp = 'Whoever scans this code becomes your friend at once.';

export const andMoreAreFriends = (more: string | number) => ` and ${more} more are now your friends`;
export const isNowYourFriend = ' is now your friend';

export const addAsAFriend = 'Add as a friend';
export const theyOfferFriendship = 'They would like to be your friend on Hereabouts.';
export const youAreFriendsNow = 'You are friends now.';
export const youAreFriendsAlready = 'You are friends already.';
export const ownLinkOpened = 'This is your own link. Let somebody else open it.';
export const addAsAFriendHelp = 'Add them and you are friends at once, without waiting for an answer.';
export const adding = 'Adding...';
export const accountNeeded = 'You need an account for this.';
export const accountNeededHelp = 'Create an account or sign in to add them.';
export const viewProfile = 'View Profile';
export const goToContacts = 'Go to Contacts';
export const addFriendFailed = 'They could not be added. Please try again.';

export const linkExpiry = (start: ReactNode) => <>Works until {start}</>;
export const newLinkMade = 'This is your new link. The old one no longer works.';
export const linkSwitchedOff = 'Your link is switched off.';
export const switchOffLinkFailed = 'Your link could not be switched off. Please try again.';
export const qrCodeOfYourLink = 'QR code of your link';
export const addMeOnHereabouts = 'Add me on Hereabouts';
export const couldNotLoadYourLink = 'Could not load your link';
export const noWorkingLink = 'You have no working link at the moment.';
export const noWorkingLinkWhy = 'The last one has expired or was switched off.';
export const makeLinkFailed = 'A new link could not be made. Please try again.';
export const newLink = 'New link';
export const revoke = 'Switch off';
