import type { ReactNode } from 'react';

export const untilEventTime = (eventTime: string) => `Until ${eventTime}`;
export const startAtPlace = (startText: ReactNode, locationName: ReactNode) => (
  <>
    {startText} at {locationName}
  </>
);
export const ofTitle = (title: ReactNode) => <>of {title}</>;
export const privateWord = 'Private';
export const viewDetails = 'View Details';
export const youAreHosting = 'You are hosting';
export const youAreOnTheWaitingList = 'You are on the waiting list';

export const showLess = 'Show less';
export const showMore = 'Show more';

export const createEvents = 'Create events';
export const createEventsText =
  'Put a place, a time and a picture together and invite the people who should be there.';
export const knowWhoIsComing = 'Know who is coming';
export const knowWhoIsComingText =
  'Everyone answers Going, Maybe or Not Going, and you see it straight away.';
export const shareYourLocation = 'Share your location';
export const shareYourLocationText =
  'Your location is shared only during the event window, and only with friends who take part.';
export const seeYourFriends = 'See your friends';
export const seeYourFriendsText =
  'Hold up your phone, and the augmented-reality view of friends shows where each of them is.';
export const chatPerEvent = 'A chat for every event';
export const chatPerEventText = 'Each event has its own chat, for everyone who is invited.';
export const findPeople = 'Find people';
export const findPeopleText = 'Discover people you know and become friends before the day.';
export const whatYouCanDoHere = 'What you can do here';
export const whatYouCanDoWithAnAccount = 'What you can do with an account';

export const hideFirstSteps = 'Hide first steps';
export const hideFirstStepsFailed = 'Could not hide the first steps. Please try again.';
export const firstSteps = 'First steps';
export const whoAreYouGoingOutWith = 'Who are you meeting up with?';
export const addAPhoto = 'Add a picture';
export const addAPhotoText = 'So friends can recognise you on the map';
export const addFriends = 'Add friends';
export const addFriendsText = 'Share your link or QR code';
export const makeYourFirstEvent = 'Create your first event';
export const makeYourFirstEventText = 'Tonight, or any day';
export const done = ', done';

export const loadingEvents = 'Loading events...';
export const showMoreEvents = 'Show more events';

export const addYourFriends = 'Add your friends';
export const addYourFriendsText = 'Find them in Discover and send a request.';
export const addYourFriendsGuestText = 'Create an account, then find them and send a request.';
export const createAnEvent = 'Create an event';
export const createAnEventText = 'Choose the place on the map, set the time and invite them.';
export const findEachOther = 'Find each other';
export const findEachOtherText = 'On the day, share where you are and walk straight to them.';
export const howItWorks = 'How it works';

export const keepYourEvents = 'Keep your events';
export const keepYourEventsText =
  'An account keeps your answers and messages, and you can create events of your own.';

export const selectedEventTitle = (title: string | number) => `Selected event: ${title}`;

export const invitations = 'Invitations';
export const showAllInvitations = (count: number) => `Show all ${count}`;

export const nextEvent = 'Next event';
export const countGoing = (count: string | number) => `${count} going`;
export const friendIsSharing = (called: string | number) => `${called} is sharing`;
export const friendAndOthersSharing = (called: string | number, othersCount: string | number) =>
  `${called} + ${othersCount} sharing`;

export const noUpcomingEvents = 'No upcoming events';
export const refresh = 'Refresh';
export const findFriends = 'Find friends';
export const seeWhoIsHereToo = 'See who else is on Hereabouts';

export const inTheChatOfTitle = (title: ReactNode) => <>in the chat of {title}</>;

export const couldNotUpdate = 'Could not update';
export const couldNotLoadTheNextEvent = 'Could not load the next event';
export const couldNotLoadTheInvitations = 'Could not load the invitations';
export const couldNotLoadTheEvents = 'Could not load the events';
export const updated = 'Updated';
export const yourEvents = 'Your Events';
export const home = 'Home';
export const welcome = 'Welcome';
/** In place of a name. */
export const welcomeWithoutName = 'Explorer';
export const welcomeName = (name: string | number) => `Welcome, ${name}`;

export const closeBy = 'close by';
export const distanceAway = (about: string | number, distance: string | number) => `${about}${distance} away`;

export const onNowUntilEventTime = (eventTime: string | number) => `on now, until ${eventTime}`;
export const inAMinute = 'in a minute';
export const startsInMinutes = (minutes: string | number) => `in ${minutes} minutes`;
export const todayAtEventTime = (eventTime: string | number) => `today at ${eventTime}`;

export const live = 'LIVE';
