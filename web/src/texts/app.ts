// Account needed page
export const accountNeeded = 'Account needed';
export const forPeopleWithAnAccount = 'For people with an account';

// Arriving
export const loadingMessages = 'Loading messages...';
export const loadingProfile = 'Loading profile...';

// Error boundary
export const reactRenderingError = 'React Rendering Error';
export const reload = 'Reload';

// Mount error
export const reactMountError = 'React Mount Error';

// New version
export const aNewVersionIsReady = 'A new version is ready';

// Live view
export const arView = 'AR view';
export const ar = 'AR';
export const directions = 'Directions';

// Live
export const loadingLiveMap = 'Loading live map...';

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

// Parent page
export const backToLogin = 'Back to login';
export const backToTheLiveMap = 'Back to the live map';
