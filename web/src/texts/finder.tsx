import type { ReactNode } from 'react';

export const arNeedsLocation = 'To know which way your friends are, Hereabouts needs to know where you are.';
export const findingYourCompass = 'Starting the compass...';

export const noFriendIsSharing = 'None of your friends are sharing their location yet.';
export const compassStopped = 'The compass has stopped. Move your phone a little.';
export const openTheLiveMap = 'Open the live map';
export const toTheLeft = 'To the left';
export const toTheRight = 'To the right';

export const findName = (name: ReactNode) => <>Find {name}</>;
export const whichWayAreYouFacing = 'Which way are you facing?';
export const turnOnTheCompass = 'Turn on the compass';
export const arNeedsCompass =
  'To put your friends’ names where they are, Hereabouts needs to know how you are holding this device. Your browser will ask you.';
export const lookThroughTheCamera = 'Look through the camera';
export const waitingForTheCamera = 'Waiting for the camera...';
export const turnOnTheCamera = 'Turn on the camera';
export const arNeedsCamera =
  'Your friends’ names appear over the camera picture. The picture stays on this device: nothing is recorded or sent. Your browser will ask you.';
export const cameraBlocked = 'The camera is blocked for this site';
export const allowCameraInSettings =
  'Allow it in the site settings beside the address. The finder and the map work without it.';
export const noCamera = 'This device has no camera to look through';
export const finderAndMapWorkWithout = 'The finder and the map work without one.';
export const anotherAppIsUsingTheCamera = 'Another app is using the camera';
export const closeOtherCameraApp = 'Close it and try again. The finder and the map work without it.';
export const insecurePageTitle = 'This page is not secure';
export const cameraNeedsSecurePage = 'Browsers only allow the camera on secure pages.';
export const thisDeviceHasNoCompass = 'This device has no compass';
export const arNeedsACompass =
  'Without one, Hereabouts cannot tell which way you are facing. The map shows where everyone is.';
export const motionAccessOff = 'Motion access is off for this site';
export const reopenToAskForMotion =
  'Close this tab and reopen the page, and your browser will ask you. The map works without it.';
export const finder = 'Finder';

export const whosHere = "Who's here";
export const alignTheCompass = 'Align the compass';
export const slideToAlign = 'Slide to align';
export const reset = 'Reset';
export const unaligned = 'as the compass says';
export const alignedBy = (degrees: string | number, alignDeg: number) =>
  `${degrees} degrees to the ${alignDeg < 0 ? 'left' : 'right'}`;

export const forName = (name: ReactNode) => <>for {name}</>;
export const beacon = 'Beacon';

export const youAreLightingUp = 'You are lighting up.';
export const nameIsLightingUp = (name: string | number) => `${name} is lighting up.`;
export const ownBeaconHelp = (name: string | number, word: string | number) =>
  `${name} is looking for this ${word}. Hold your screen up.`;
export const friendBeaconHelp = (word: string | number) => `Look for this ${word}. Hold yours up, too.`;

export const mapToName = (name: string | number) => `Map to ${name}`;

export const finderForName = (name: string | number) => `Finder for ${name}`;
export const map = 'Map';

export const noCompassArrowFollowsWay = 'No compass: the arrow follows the way you walk.';
export const compassUnsure = 'The compass needs calibrating. Move the phone in a figure of eight.';
export const ownLocationLost = 'This phone can no longer tell where it is. What you see may be out of date.';

export const theEventHasNotBegun = 'The event has not begun';
export const friendsCanShareWhileItRuns = 'Friends can share where they are while it runs.';
export const theEventHasEnded = 'The event has ended';
export const nobodySharesAnyMore = 'Nobody is sharing their location any more.';
export const theEventWasCancelled = 'The event was cancelled';
export const nobodyShares = 'Nobody is sharing their location.';
export const thereIsNoMeetingPoint = 'There is no meeting point';
export const finderNotForThisPerson = 'The finder is not available for this person';
export const anybodyCanSetPoint = 'Anyone taking part can set one on the live map.';
export const finderLeadsToFriends = 'The finder leads you to friends who are taking part in this event.';
export const waitingToHearFromName = (name: string | number) => `Waiting for ${name}’s location`;
export const nameIsNotSharing = (name: string | number) => `${name} is not sharing`;
export const sharedLocationNotYetHere =
  'They are sharing their location, but it has not come through yet. The arrow will appear when it does.';
export const arrowAppearsOnceShared = 'The arrow appears as soon as they share where they are.';

export const browserAsksFor = (purpose: ReactNode) => (
  <>{purpose} Your browser will ask you. Nobody else sees where you are unless you share it.</>
);
export const allowItFor = (purpose: ReactNode) => <>{purpose} To allow it:</>;
export const whereAreYou = 'Where are you?';
export const locateMe = 'Use my location';
export const locationBlocked = 'Location is blocked for this site';
export const locationNeedsSecurePage =
  'Browsers only share your location with secure pages. Open this page at an address that starts with https.';
export const noLocationOnDevice = 'This device cannot tell where it is';
export const liveMapShowsFriends = 'The live map shows you where your friends are.';
export const stillFindingLocation = 'Still finding your location. A clear view of the sky helps.';
export const findingWhereYouAre = 'Finding where you are...';

export const nameIsInDirection = (name: ReactNode, compassWord: ReactNode) => (
  <>
    {name} is {compassWord} of you.
  </>
);
export const arrowNeedsCompass =
  'To point the way, Hereabouts needs to know how you are holding this device.';
export const noCompassToPointWith = 'This device has no compass to point with.';
export const motionAccessOffReopen =
  'Motion access is off for this site. Close this tab and reopen the page, and your browser will ask you.';

export const lastSeen = 'last seen';
export const nameLastSeen = (name: string | number, text: string | number) => `${name}, last seen ${text}`;
export const inDirection = (compassWord: string | number) => `${compassWord} of you`;

export const straightAhead = 'straight ahead';
export const aheadSlightlySide = (side: string | number) => `ahead, slightly ${side}`;
export const aheadToTheSide = (side: string | number) => `ahead, to the ${side}`;
export const toTheSide = (side: string | number) => `to the ${side}`;
export const behindYouToTheSide = (side: string | number) => `behind you, to the ${side}`;
export const behindYou = 'behind you';
export const metres = (count: string | number) => `${count} metres`;
export const kilometres = (count: string | number) => `${count} kilometres`;

export const findNameTitle = (name: string | number) => `Find ${name}`;
export const arrowNeedsLocation = (name: string | number) =>
  `The arrow needs to know where you are to lead you to ${name}.`;

export const lookAround = (accuracyText: string | number) => `Within about ${accuracyText}. Look around.`;

export const justNow = 'just now';
export const secondsAgo = (seconds: string | number) => `${seconds} s ago`;
export const lastSeenAge = (age: string | number) => `Last seen ${age}`;
export const approximateAge = (age: string | number) => `Approximate, ${age}`;
