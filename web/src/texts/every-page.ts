/* What stands on every page, apart from the features' own texts: those load with their pages. */

// Bell
export const notificationsShownUnread = (shown: string | number) => `Notifications, ${shown} unread`;
export const notifications = 'Notifications';

// Beacon slot
export const aFriendIsLightingUpBut = 'A friend is lighting up, but this part did not load';

// Sharing slot
export const youAreSharingWhereYouAre = 'You are sharing where you are, but this part did not load';
