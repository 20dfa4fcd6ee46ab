import type { ReactNode } from 'react';

export const takeDownAnnouncementFailed = 'The announcement could not be taken down. Please try again.';
export const sendAnnouncementFailed = 'The announcement could not be sent. Please try again.';

export const calendarEntryFailed = 'Could not make the calendar entry. Please try again.';
export const addToCalendar = 'Add to calendar';

export const makeAnAnnouncement = 'Make an announcement';
export const announceHelp =
  'Everyone who has not declined is notified. Your announcement stays at the top of the event until the next one, and appears in the chat.';
export const announce = 'Announce';
export const announcement = 'Announcement';
export const announcementWith = (message: string) => `Announcement: ${message}`;

export const takeDown = 'Take down';
export const unknown = 'Unknown';
export const you = 'You';

export const cancelThisEvent = 'Cancel this event?';
export const cancelEvent = 'Cancel event';
export const keepEvent = 'Keep event';
export const cancelling = 'Cancelling...';
export const cancelEventWarning =
  'Guests will be told, and the event will be marked “Cancelled” everywhere. Answers, invitations and live sharing will end; the chat can still be read. This cannot be undone.';

export const cancelledThisEvent = (who: ReactNode) => (
  <>{who} cancelled this event. It will not take place.</>
);

export const eventTitle = 'Event Title';
export const description = 'Description';
export const startTime = 'Start Time';
export const endTime = 'End Time';
export const location = 'Location';
export const eventImage = 'Event Image';
export const privateEvent = 'Private Event';
export const numberOfPlaces = 'Number of places';
export const guestsMayBring = 'Guests may bring';
export const conflictTitle = 'This event has been changed in the meantime';
export const conflictHelp = 'Choose which version to save. All other changes from both are kept.';
export const keepEditing = 'Keep editing';
export const theirs = 'Theirs';
export const yours = 'Yours';
export const empty = 'Empty';
export const noImage = 'No picture';
export const yes = 'Yes';
export const no = 'No';
export const noLimit = 'No limit';

export const goingCountShown = (goingCount: ReactNode) => <>{goingCount} going</>;
export const directionsTo = 'Directions to';
export const directions = 'Directions';
export const guests = 'Guests:';
export const onePlace = 'One place';
export const placesCount = (places: string | number) => `${places} places`;
export const invitedCount = (count: string | number) => `${count} invited`;
export const nobodyIsGoingYet = 'Nobody is going yet';
export const goingInWords = (goingCount: string | number) => `${goingCount} going`;
export const goingAndMaybe = (goingCount: string | number, maybe: string | number) =>
  `${goingCount} going, ${maybe} maybe`;

export const inviteMoreFriends = 'Invite More Friends';

export const ended = 'Ended';
export const liveNow = 'Live now';

export const removeAsCoHost = 'Remove as co-host';
export const makeCoHost = 'Make co-host';
export const removeFromTheList = 'Remove from the list';
export const actionsForName = (name: string | number) => `Actions for ${name}`;

export const invitedFriends = (invitesCount: ReactNode) => <>Invited Friends ({invitesCount})</>;
export const notGoing = 'not going';
export const showOnly = 'Show only';
export const noFriendsHaveBeenInvitedYet = 'No friends have been invited yet.';
export const host = 'Host';
export const showAllGuests = (count: number) => `Show all ${count}`;
export const nobodyAtTheMoment = 'Nobody at the moment.';
export const youInBrackets = '(you)';

export const editEvent = 'Edit Event';
export const planAgain = 'Use again';
export const moreForHosts = 'More for hosts';
export const more = 'More';

export const hostedBy = (host: ReactNode) => <>Hosted by {host}</>;
export const youAsHost = 'you';
export const withWord = 'with';
export const and = ' and ';
export const countOthers = (count: number) => `${count} others`;
export const publicEvent = 'Public Event';

export const youAreGoing = 'You are going';
export const youMightGo = 'You might go';
export const youAreNotGoing = 'You are not going';
export const youAreOnTheWaitingList = 'You are on the waiting list';
export const answerSentOnceOnline = 'Will be sent when you are online';
export const yourAnswerToTitle = (title: string | number) => `Your answer to ${title}`;

export const notOnGuestList = 'You are not on the guest list';
export const askHostForInvitation = (host: ReactNode) => (
  <>Only guests can answer and see who is coming. Ask {host} for an invitation.</>
);
export const seeTheHostsProfile = 'See the host’s profile';

export const liveMapFindYourFriends = 'Live map: find your friends';

export const removeGuestWarning =
  'They will lose access to the event and its chat at once, and will not be notified. You can let them back in under “Removed”.';
export const removeFromPublicWarning =
  'They will be off the guest list and out of its chat at once, and will not be notified. They can still see the event, because it is public, unless you make it private. You can let them back in under “Removed”.';
export const guestRemoved = (name: string | number) => `${name} was removed from the guest list.`;
export const removeFromTheGuestList = 'Remove from the guest list?';
export const renewTheInvitationLink = 'Make a new invitation link';
export const renewLinkWhy = 'With the old link they could come back under a new name.';

export const removedCount = (count: ReactNode) => <>Removed ({count})</>;
export const letBackInName = (name: string | number) => `Let back in: ${name}`;
export const letBackIn = 'Let back in';

export const endedYourResponse = (status: ReactNode) => (
  <>This event has ended. Your response was: {status}</>
);
export const notAnsweredYet = (pending: ReactNode) => <>You have not answered yet: {pending}</>;
export const keepThisEvent = (link: ReactNode) => <>Keep this event: {link}</>;
export const createAnAccount = 'create an account';
export const yourRsvp = 'Your RSVP';
export const placeOnWaitingList = (place: string | number, ordinal: string | number) =>
  `You are ${place}${ordinal} on the waiting list. Changing your answer takes you off it.`;

export const shareFailed = 'Sharing did not work. Please try again.';

export const stopCoHosting = 'Stop co-hosting';
export const stopCoHostingQuestion = 'Stop co-hosting?';
export const stopCoHostingWarning =
  'You stay on the guest list with the same answer, and so do the people you invited. Only the host can make you a co-host again.';
export const noLongerCoHost = 'You are no longer a co-host.';

export const changeCoHostsFailed = 'The co-hosts could not be changed. Please try again.';

export const cancelEventFailed = 'Failed to cancel the event. Please try again.';
export const updateRsvpFailed = 'Failed to update your RSVP status. Please try again.';
export const unexpectedError = 'An unexpected error occurred. Please try again.';

export const removeGuestFailed = 'The guest could not be removed. Please try again.';
export const letBackInFailed = 'The guest could not be let back in. Please try again.';
export const renewLinkFailed = 'A new invitation link could not be made. Please try again.';

export const theEventIsFull = 'the event is full.';
export const theEventIsNoLongerAvailable = 'the event is no longer available to you.';
export const theEventHasBeenCancelled = 'the event has been cancelled.';
export const theEventIsOver = 'the event is over.';
export const answeredElsewhere = 'you have since answered on another device.';
export const askedAgain = 'the event has changed and everyone has been asked to answer again.';
export const restoredSince = 'Hereabouts has since been restored from a backup.';
export const itWasNotAccepted = 'it was not accepted.';
export const answerNotSent = (title: string | number, why: string | number) =>
  `Your answer to “${title}” was not sent: ${why}`;
