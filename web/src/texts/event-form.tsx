export const loadCoverFailed = 'Could not load this cover. Please try again.';
export const orChooseACover = 'Or choose a cover';

export const couldNotLoadTheLocation = 'Could not load the location';
export const couldNotLoadYourFriends = 'Could not load your friends';
export const startAfresh = 'Start afresh';
export const discardChanges = 'Discard changes';
export const draftRestored = 'What you typed before is still here.';
export const eventTitle = 'Event Title*';
export const whatsThePlan = "What's the plan?";
export const limits = 'Limits';
export const inviteFriends = 'Invite Friends';
export const privateEvent = 'Private Event (Only invited people can see this event)';
export const description = 'Description';
export const creating = 'Creating...';
export const sendingThePicture = 'Sending the picture...';
export const updating = 'Updating...';
export const createEvent = 'Create Event';
export const updateEvent = 'Update Event';
export const leaveWithoutCreatingTheEvent = 'Leave without creating the event?';
export const leaveWithoutSaving = 'Leave without saving?';
export const leave = 'Leave';
export const keepEditing = 'Keep editing';
export const typedTextIsLost = 'What you typed will be lost.';

export const location = 'Location';

export const loadingFriends = 'Loading friends...';
export const loadFriendsFailed = 'Could not load your friends. Please try again.';
export const createWithoutGuests = 'Create without guests';
export const noFriendsToInvite = 'No friends to invite.';
export const searchFriendsByNameOrEmail = 'Search friends by name or email';
export const noFriendMatches = 'No friends found matching your search';

export const chooseAPicture = 'Choose a picture';
export const preview = 'Preview';
export const uploadingTheImage = 'Uploading the picture';
export const cancelUpload = 'Cancel upload';
export const replaceImage = 'Replace picture';
export const uploadAgain = 'Try again to upload the picture';
export const keepThePreviousPicture = 'Keep the previous picture';
export const keep = 'Keep';
export const replace = 'Replace';
export const upload = 'Upload';
export const uploadAPicture = 'Upload a picture';
export const noPicture = 'No picture';
export const removeImage = 'Remove picture';
export const eventImage = 'Event Image';

export const found = (count: number) => <>{count === 1 ? '1 location' : `${count} locations`} found</>;
export const searchLocation = 'Search Location';
export const googleMapsUnavailable = 'Google Maps not available. Showing local Jersey locations.';
export const localPlacesUsed = 'Using local Jersey locations...';
export const takeTypedPlace = (query: string | number) => `Use "${query}"`;
export const place = 'Place';
export const positionSetNameThePlace = 'Your position is set. Now name the place.';
export const places = 'Places';
export const placesByGoogleMaps = 'Places by Google Maps';
export const searching = 'Searching...';
export const loadingGoogleMaps = 'Loading Google Maps...';
export const noLocationsFound = (query: string | number) => `No locations found for "${query}".`;
export const noLocationsTryLocal = (none: string | number) => `${none} Try "st", "lib", or "gor"`;
export const noLocationsCheckSpelling = (none: string | number) =>
  `${none} Check the spelling, or add the town.`;

export const locationRequired = 'Location*';
export const searchForALocation = 'Search for a location';
export const change = 'Change';
export const noPositionChosenYet = 'No position chosen yet';
export const coordinates = (latitude: string | number, longitude: string | number) =>
  `Latitude: ${latitude}, longitude: ${longitude}`;
export const showWhereIAm = 'Show where I am';
export const moveThePin = (tap: string) => `${tap} the map or drag the pin to move it.`;
export const setTheExactSpot = (tap: string) => `${tap} the map to set the exact spot.`;
export const nowPickOnTheMap = (tap: string) => `Now ${tap.toLowerCase()} the map where it is.`;
export const tap = 'Tap';
export const click = 'Click';

export const withoutSearching = 'Other ways to choose';
export const findingYou = 'Finding you...';
export const whereIAm = 'Where I am';
export const pickOnTheMap = 'Pick on the map';
export const ownPositionUnavailable =
  'Your location is not available. Allow it for this site, or pick the spot on the map.';
export const recentPlaces = 'Recent places';

export const onePerson = '1 person';
export const countPeople = (count: string | number) => `${count} people`;
export const onePlace = '1 place';
export const countPlaces = (count: string | number) => `${count} places`;
export const guestsMayBringPeople = (people: string) => `Guests may bring ${people}`;
export const numberOfPlaces = 'Number of places';
export const noLimit = 'No limit';
export const numberOfPlacesHelp =
  'Leave empty for no limit. Once the event is full, people can join the waiting list.';
export const guestsMayBring = 'Guests may bring';
export const guestsMayBringHelp = 'Per guest. Anyone they bring counts as going.';

export const saveEndedEventQuestion = 'Save an event that is already over?';
export const saveAnyway = 'Save anyway';
export const changeTheTimes = 'Change the times';
export const saveEndedEventWarning =
  'Its end time has already passed, so it will not appear under upcoming events.';
export const keepEveryonesAnswers = "Keep everyone's answers?";
export const keepAnswersHelp =
  'Guests have already answered. If you ask everyone again, all answers will be reset to Pending, and anyone sharing their location will stop sharing.';
export const askEveryoneAgain = 'Ask everyone again';
export const keepAnswers = 'Keep answers';

export const startInTheEvening = 'Start in the evening';
export const startTime = 'Start Time*';
export const timeZoneStart = (start: string | number) => `Time zone: ${start}`;
export const endTime = 'End Time*';
export const timeZoneEnd = (end: string | number) => `Time zone: ${end}`;

export const bonfire = 'Bonfire';
export const kayaks = 'Kayaks';
export const surf = 'Surf';
export const cliffWalk = 'Cliff walk';
export const bikeRide = 'Bike ride';
export const market = 'Market';
export const openAirFilm = 'Open-air film';
export const fireworks = 'Fireworks';
export const concert = 'Concert';
export const records = 'Records';
export const supper = 'Supper';
export const pints = 'Pints';

export const couldNotLoadTheForm = 'Could not load the form';
export const editEvent = 'Edit Event';
export const retry = 'Retry';
export const loadEventFailed = 'Failed to load event details';

export const tonight = 'Tonight';
export const tomorrow = 'Tomorrow';
export const saturday = 'Saturday';

export const uploadPictureFailed = 'Could not upload the picture. Please try again.';

export const saveEventFailed = 'Failed to save event. Please try again.';
