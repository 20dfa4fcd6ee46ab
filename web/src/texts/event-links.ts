export const inviteByLink = 'Invite by link';
export const inviteByLinkHelp =
  'Anyone with the link can join the guest list, even if they are not your friend.';

export const newLinkMade = 'This is the new link. The old one no longer works.';
export const linkSwitchedOff = 'The link is switched off.';
export const makeLinkFailed = 'A new link could not be made. Please try again.';
export const switchOffLinkFailed = 'The link could not be switched off. Please try again.';
export const couldNotLoadTheLink = 'Could not load the link';
export const qrCodeOfTheInvitationLink = 'QR code of the invitation link';
export const linkWorksUntil = 'Works until the event ends or you switch it off.';
export const thereIsNoLinkYet = 'There is no link yet.';
export const noLinkHelp = 'Make one and send it to anybody, or show its QR code.';
export const linkCannotBeShown = 'The present link cannot be shown any more.';
export const linkCannotBeShownHelp =
  'It still works. To share one, make a new link: the present one then stops working.';
export const newLink = 'New link';
export const makeALink = 'Make a link';
export const manageLink = 'Manage link';
export const switchOff = 'Switch off';

export const noGuestsWithoutAccount = 'There were no guests without an account.';
export const guestsRemoved = (removed: string | number) => `${removed} removed.`;
export const removeGuestsFailed = 'The guests could not be removed. Please try again.';
export const guestsWithoutAnAccount = 'Guests without an account';
export const guestsWithoutAnAccountHelp =
  'They can join with just a name. Switching this off does not remove anyone already on the list.';
export const saveGuestsAllowedFailed = 'That could not be saved. Please try again.';
export const removeAllGuestsWithoutAnAccount = 'Remove all guests without an account';
export const removeAllGuestsQuestion = 'Remove all guests without an account?';
export const removeAll = 'Remove all';
export const removing = 'Removing...';
export const removeAllGuestsWarning =
  'They will lose access to the event, its chat and its live map at once. To stop them coming back under another name, switch off “Guests without an account” or make a new link.';

export const couldNotLoadTheAnswers = 'Could not load the answers';
export const hostedBy = 'Hosted by';
export const yourAnswer = 'Your answer';
export const seeTheEvent = 'See the event';
export const fullHelp = 'If somebody leaves the list, you can join it with this link.';
export const answerHelp = 'Whatever you answer, you join the guest list and can change your answer later.';
export const saveAnswerFailed = 'Your answer could not be saved. Please try again.';

export const goOnAsAGuest = 'Go on as a guest';
export const allItTakesIsYourName = 'All it takes is your name.';
export const or = 'or';
export const signInToAnswer = 'To answer, sign in or create an account. You will come straight back here.';
export const signIn = 'Sign in';
export const yourName = 'Your name';
export const guestAnswerGoesTo =
  'Your answer and your name go to the people on the guest list. This browser remembers you.';

export const invitation = 'Invitation';
export const youAreInvited = 'You are invited';
export const askForANewLink = 'Ask whoever sent it for a new one.';

export const nobodyIsGoingYet = 'Nobody is going yet';
export const goingCount = (goingCount: string | number) => `${goingCount} going`;
export const goingAndPlaces = (goingCount: string | number, places: number) =>
  `${goingCount} going, ${places === 1 ? '1 place' : `${places} places`}`;
export const goingAndFull = (goingCount: string | number) => `${goingCount} going · full`;
