import type { ReactNode } from 'react';

export const insecurePage = (command: ReactNode) => (
  <>
    This page is not secure. Browsers only share your location with secure pages. Open Hereabouts at an
    address that starts with {command}.
  </>
);
export const untilEventEnds = (then: ReactNode) => <>Until the event ends {then}, or until you press Stop.</>;
export const startSharingFailed = 'Sharing could not be started. Please try again.';
export const sharingMayHaveStarted =
  'No answer came, so sharing may have started. Try again, or choose Not now to end it.';
export const shareWhereYouAre = 'Share where you are';
export const notNow = 'Not now';
export const waitingForYourBrowser = 'Waiting for your browser...';
export const starting = 'Starting...';
export const startSharing = 'Start sharing';
export const sharingUntil = (time: string | number) => `Sharing until ${time}`;
export const locationBlocked = 'Location is blocked for this site.';
export const httpsPrefix = 'https://';
export const noLocationOnDevice = 'This device cannot tell where it is.';
export const whatSharingMeans = 'What sharing means';
export const consentWhoHeading = 'Who sees it';
export const consentUntilHeading = 'Until when';
export const askedAgainIfExtended = 'If the event is extended, you are asked again.';
export const consentWhenHeading = 'When it works';
export const consentWhatHeading = 'What they see';
export const consentWhat =
  'Only where you are now. Hereabouts holds your latest location only while you are sharing and never saves it: there is no record of where you have been.';
export const browserAsksNext = 'Your browser will ask you next. Choose Allow.';
export const laterFriendsSeeIt = 'Friends who later answer Going or Maybe will see it too.';
export const consentNobodyYet = (later: string | number) =>
  `None of your friends are taking part yet. ${later}`;
export const andMore = (more: string | number) => `${more} more`;
export const consentWho = (friendsCount: string | number, list: string | number, later: string | number) =>
  `Your ${friendsCount} taking part: ${list}. Nobody else. ${later}`;

export const guestNote = (link: ReactNode) => (
  <>
    Where you are stays on this device. {link} to share it with friends, see where they are and set the
    meeting point.
  </>
);
export const youAreHereAsAGuest = 'You are here as a guest';

export const connectionLost = 'Connection lost. What you see may be out of date. Reconnecting...';
export const connecting = 'Connecting...';
export const sharingOpensAt = (eventStart: string | number) =>
  `You and your friends can share your locations from ${eventStart}.`;
export const noFriendIsSharing = 'None of your friends are sharing right now.';
export const sharingCount = (sharing: string | number, friendsCount: string | number) =>
  `${sharing} of ${friendsCount} sharing`;
export const sortedByName = ', sorted by name. ';
export const turnOnLocationForDistances = 'Turn on your location to see distances.';
export const nearestFirst = ', nearest first.';
export const startsIn = 'Starts in';

export const beTheFirstOnTheMap = 'Be the first on the map';

export const whereToMeet = 'Where to meet';
export const whosHere = "Who's here";
export const whosComing = "Who's coming";

export const theMapDidNotLoad = 'The map did not load';
export const liveMapOfTitle = (title: string | number) => `Live map of ${title}`;

/** From left to right, whatever the direction of the name: the marks keep the two apart. */
export const nameAgo = (name: string | number, ago: string | number) => `\u200e\u2068${name}\u2069 · ${ago}`;

export const removePointWarning = (name: ReactNode) => <>“{name}” disappears for everybody.</>;
export const noPointYet = 'None yet.';
export const noPointYetSetOne = 'None yet. Anyone taking part can set one for everyone.';
export const set = 'Set';
export const aMeetingPoint = 'a meeting point';
export const change = 'Change';
export const removePointQuestion = 'Remove the meeting point?';
export const removing = 'Removing...';
export const removePointFailed = 'The meeting point could not be removed. Please try again.';
export const somebody = 'somebody';
export const you = 'you';
export const atTime = (time: string | number) => `At ${time}`;
export const setByWhoWhen = (who: string | number, when: string | number) => `Set by ${who} ${when}`;

export const replacesPoint = (name: ReactNode, meetText: ReactNode, setByText: ReactNode) => (
  <>
    This replaces “{name}”{meetText}. {setByText}.
  </>
);
export const setPointFailed = 'The meeting point could not be set. Please try again.';
export const pleaseChooseWhereToMeet = 'Please choose where to meet.';
export const changeTheMeetingPoint = 'Change the meeting point';
export const setAMeetingPoint = 'Set a meeting point';
export const setting = 'Setting...';
export const replace = 'Replace';
export const meetingPointSet = 'Meeting point set';
export const name = 'Name*';
export const pointNameExample = 'Left of the stage';
export const timeIfAny = 'Time, if any';
export const where = 'Where*';
export const whereIAm = 'Where I am';
export const chosenPlace = (latitude: string, longitude: string) => `Chosen: ${latitude}, ${longitude}`;
export const pickPointOnMap = 'Or pick the spot on the map where you want to meet.';

export const thisEventWasCancelled = 'This event was cancelled';
export const thisEventHasEnded = 'This event has ended';
export const nobodySharesAnyMore = 'Nobody is sharing their location here any more. No locations were kept.';

export const distanceNeedsLocation = (unlessShared: ReactNode) => (
  <>
    To work that out, Hereabouts needs your location, which stays on this device
    {unlessShared}. Your browser will ask you next.
  </>
);
export const secureAddressNeeded = (command: ReactNode) => (
  <>
    Browsers only share your location with secure pages. Open Hereabouts at an address that starts with{' '}
    {command}.
  </>
);
export const locationKnownWithin = (distance: ReactNode) => (
  <>Your location is only known to within {distance}</>
);
export const preciseLocationOff = (coarseStep: ReactNode) => (
  <>Precise location is probably off. {coarseStep}</>
);
export const howFarIsIt = 'How far is it?';
export const howFarAreYourFriends = 'How far are your friends?';
export const unlessYouShareIt = ' unless you share it';
export const locateMe = 'Use my location';
export const waitingForLocation = 'Waiting for your location. If your browser asks, choose Allow.';
export const findingLocation =
  'Your device is finding your location. It is quicker outdoors or near a window.';
export const locationIsBlockedTitle = 'Location is blocked for this site';
export const insecurePageTitle = 'This page is not secure';
export const noLocationNoDistances = 'This device cannot tell where it is, so distances are not shown.';

export const backToTheList = 'Back to the list';

export const friendsCannotSeeYouYet = ': your friends cannot see you yet';
export const shareWhereIAm = 'Share where I am';

export const sharingAtTitle = (title: ReactNode) => <>sharing at {title}</>;
export const eventNowEndsAt = (then: ReactNode) => <>The event now ends {then}.</>;
export const sharingWithFriendsUntil = (friendsCount: string | number, time: string | number) =>
  `Sharing with ${friendsCount} until ${time}`;
export const sharingFromAnotherDevice = 'Sharing from another device';
export const stopping = 'Stopping...';
export const stop = 'Stop';
export const shareUntilThen = 'Share until then';
export const extendSharingFailed = 'Sharing could not be extended. Please try again.';
export const stoppedButUnreachable =
  'This device has stopped sharing, but we could not reach Hereabouts. Trying again...';
export const stoppedWhileOffline =
  'This device has stopped sharing. Your friends will be told once you are back online.';
export const otherNotStoppedYet =
  'The other device is still sharing: we could not reach Hereabouts. Trying again...';
export const otherNotStoppedWhileOffline =
  'The other device is still sharing. It will be stopped once you are back online.';
export const pausedBrowserAsksAgain = 'Paused: your browser will ask again before it shares your location.';
export const pausedLocationBlocked = 'Paused: location is blocked for this site.';
export const pausedInsecurePage = 'Paused: this page is not secure.';
export const pausedNoLocationOnDevice = 'Paused: this device cannot tell where it is.';
export const pausedFindingLocation = 'Paused: this device is finding its location.';
export const whatToDo = 'What to do';

export const sharingWhereYouAre = 'Sharing where you are';

export const connectingFriendsSeeLastLocation = 'Connecting: your friends may see where you were last.';
export const shareFromThisDevice = 'Share from this device';
export const answerGoingOrMaybeToShare = 'Answer Going or Maybe to share where you are.';

export const noFriendTakesPartYet = 'None of your friends are taking part yet';
export const seeWhoIsInvited = 'See who is invited';
export const friendsAppearHere = 'Friends who answer Going or Maybe appear here.';

export const people = 'People';
export const theEvent = 'The event';

export const beaconFailedNoConnection = 'Could not turn on your beacon: no connection.';
export const beaconFailed = 'Could not turn on your beacon. Please try again.';
export const beaconTooSoon = 'Your beacon has only just been on. Try again in a few seconds.';

export const worksWhilePageIsOn =
  'Works while this page is on screen. When your phone is locked, friends see your last location and how old it is.';
export const justNow = 'just now';
export const timeAgo = (ageText: string | number) => `${ageText} ago`;
export const durationMinutes = (minutes: string | number) => `${minutes} min`;
export const friendsSeeThatYouShare = 'Your friends can see that you are sharing, but not where you are yet.';
export const friendsSeeWhereYouWere = (agoText: string | number) =>
  `Your friends see where you were ${agoText}.`;
export const friendsSeeWhereYouAre = 'Your friends see where you are.';
export const livePositionOld = (ageText: string | number) => `Live, location ${ageText} old`;
export const lastSeenAgo = (agoText: string | number) => `Last seen ${agoText}`;
export const sharingNoPositionYet = 'Sharing, no location yet';
export const sharingConnecting = 'Sharing, connecting...';
export const notSharing = 'Not sharing';
export const withinAccuracy = (accuracyText: string | number) => `within ${accuracyText}`;

export const iosLocationServices =
  'Open Settings, then Privacy & Security, then Location Services, and turn them on.';
export const iosSafariWhileUsing = 'In the same list choose Safari Websites, then While Using the App.';
export const iosSafariWebsiteSettings =
  'In Safari, tap the page menu beside the address, then Website Settings, then Location, and choose Allow.';
export const iosBrowserWhileUsing = 'In the same list choose your browser, then While Using the App.';
export const androidChromeSite = 'Tap the icon left of the address, then Permissions, and turn Location on.';
export const androidChromeApp =
  'If it is not there: open Android’s Settings, then Apps, Chrome, Permissions, Location, and choose Allow only while using the app.';
export const androidLocationOn =
  'Make sure that Location itself is on: swipe down from the top of the screen.';
export const androidFirefoxSite = 'Tap the padlock left of the address, then Location, and choose Allowed.';
export const androidFirefoxApp =
  'If it is not there: open Android’s Settings, then Apps, Firefox, Permissions, Location, and choose Allow only while using the app.';
export const androidSamsungSite =
  'Tap the padlock beside the address, then Permissions, and turn Location on.';
export const androidSamsungApp =
  'If it is not there: open Android’s Settings, then Apps, Samsung Internet, Permissions, Location, and choose Allow only while using the app.';
export const macSafariSite =
  'Open Safari’s Settings, then Websites, then Location, and choose Allow for this site.';
export const macLocationServices =
  'Open System Settings, then Privacy & Security, then Location Services, and turn Safari on.';
export const desktopFirefoxSite = 'Press the crossed-out icon left of the address and unblock your location.';
export const desktopFirefoxSettings =
  'If it is not there: open Firefox’s Settings, then Privacy & Security, and look for Location under Permissions.';
export const desktopChromeSite = 'Tap the icon left of the address and turn Location on.';
export const desktopSystemSettings =
  'If it stays off: in your computer’s own settings, allow this browser to use your location.';
export const otherBrowserSite = 'Open this site’s settings in your browser and allow Location.';
export const iosSafariPrecise =
  'Open Settings, then Privacy & Security, Location Services, Safari Websites, and turn Precise Location on.';
export const iosBrowserPrecise =
  'Open Settings, then Privacy & Security, Location Services, your browser, and turn Precise Location on.';
export const androidChromePrecise =
  'Open Android’s Settings, then Apps, Chrome, Permissions, Location, and turn Use precise location on.';
export const androidFirefoxPrecise =
  'Open Android’s Settings, then Apps, Firefox, Permissions, Location, and turn Use precise location on.';
export const androidSamsungPrecise =
  'Open Android’s Settings, then Apps, Samsung Internet, Permissions, Location, and turn Use precise location on.';
export const desktopPrecise =
  'A computer knows where it is by the Wi-Fi around it: turn Wi-Fi on. A phone is far more precise.';
export const otherPrecise = 'Look for Precise Location among your device’s settings for this browser.';
