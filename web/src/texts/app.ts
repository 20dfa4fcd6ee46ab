export const accountNeeded = 'Account needed';
export const forPeopleWithAnAccount = 'For people with an account';

export const reactRenderingError = 'React Rendering Error';
export const reload = 'Reload';

export const reactMountError = 'React Mount Error';

export const aNewVersionIsReady = 'A new version is ready';

export const ar = 'AR';
export const theMeetingPoint = 'the meeting point';
export const directions = 'Directions';

export const more = 'More';
export const report = 'Report';
export const block = 'Block';

export const home = 'Home';
export const newEvent = 'New event';
export const contacts = 'Contacts';
export const skipToContent = 'Skip to content';
export const hereaboutsHome = 'Hereabouts, home';
export const main = 'Main';
export const createEvent = 'Create event';

export const offlineTryLater = 'You are offline. Try again when you are online.';
