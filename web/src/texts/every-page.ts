/* What stands on every page, apart from the features' own texts: those load with their pages. */

export const unreadNotifications = (shown: string | number) => `Notifications, ${shown} unread`;
export const notifications = 'Notifications';

export const beaconNotLoaded = 'A friend’s beacon is on, but it could not be shown';

export const sharingBarNotLoaded =
  'You are sharing where you are, but the sharing controls could not be loaded';
