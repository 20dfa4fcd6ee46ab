// Account needed page
export const accountNeeded = 'Account needed';
export const forPeopleWithAnAccount = 'For people with an account';

// Error boundary
export const reactRenderingError = 'React Rendering Error';
export const reload = 'Reload';

// Mount error
export const reactMountError = 'React Mount Error';

// New version
export const aNewVersionIsReady = 'A new version is ready';

// Live page with finder
export const ar = 'AR';
export const theMeetingPoint = 'the meeting point';
export const directions = 'Directions';

// User
export const more = 'More';
export const report = 'Report';
export const block = 'Block';

// Shell
export const home = 'Home';
export const newEvent = 'New event';
export const contacts = 'Contacts';
export const skipToContent = 'Skip to content';
export const hereaboutsHome = 'Hereabouts, home';
export const main = 'Main';
export const createEvent = 'Create event';

// Failure text
export const offlineTryLater = 'You are offline. Try again when you are online.';
