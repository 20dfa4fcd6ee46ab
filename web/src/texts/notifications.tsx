import type { ReactNode } from 'react';

export const pushHelp =
  'Invitations, changes to your events, reminders and chat messages, even when Hereabouts is closed. You choose which ones.';
export const pushBlocked =
  'This browser is blocking notifications from Hereabouts. Allow them in its settings for this site, then open this page again.';
export const pushNeedsHomeScreen =
  'On an iPhone or iPad, notifications only work once Hereabouts is on your home screen: tap Share, then “Add to Home Screen”, and open it from there.';
export const pushUnsupported = 'This browser cannot receive notifications.';
export const turnedOn = 'Notifications are now on for this device';
export const turnOnFailed = 'Could not turn on notifications. Please try again.';
export const notificationsOnThisDevice = 'Notifications on this device';
export const waitingForYourBrowser = 'Waiting for your browser...';
export const getNotificationsOnThisDevice = 'Get notifications on this device';
export const notificationSettings = 'Notification settings';

export const markAsReadFailed = 'Could not mark them as read. Please try again.';
export const allMarkedAsRead = 'Everything is marked as read';
export const markAllAsRead = 'Mark all as read';

export const loadingNotifications = 'Loading notifications...';
export const noNotificationsYet = 'No notifications yet';
export const noNotificationsHelp = 'Invitations, friend requests and changes to your events appear here.';
export const showOlderNotifications = 'Show older notifications';

export const newWord = 'New:';

export const settingsHelp = 'These apply to all your devices. The bell still lists everything.';
export const quietHoursEmpty = 'Please choose two different times.';
export const saveSettingsFailed = 'Could not save the settings. Please try again.';
export const tellMeAbout = 'Tell me about';
export const quietHours = 'Quiet hours';
export const quietHoursHelp =
  'Nothing is sent during these hours. Anything still relevant arrives afterwards.';
export const from = 'From';
export const until = 'Until';
export const hideDetailsOnTheLockScreen = 'Hide details on the lock screen';
export const emailWithoutDevice = 'Email me if none of my devices can receive notifications';
export const emailWithoutDeviceHelp =
  'Invitations, cancellations, announcements and reminders, at most ten a day.';
export const turnOffFailed = 'Could not turn off notifications. Please try again.';
export const turnOffOnThisDevice = 'Turn off on this device';

export const justNow = 'Just now';
export const minutesAgo = (minutes: string | number) => `${minutes} min ago`;

export const whoInvitedYouToWhat = (who: ReactNode, what: ReactNode) => (
  <>
    {who} invited you to {what}
  </>
);
export const whoSentYouAFriendRequest = (who: ReactNode) => <>{who} sent you a friend request</>;
export const youAndWhoAreNowFriends = (who: ReactNode) => <>You and {who} are now friends</>;
export const whoChangedWhat = (who: ReactNode, what: ReactNode) => (
  <>
    {who} changed {what}
  </>
);
export const whoCancelledWhat = (who: ReactNode, what: ReactNode) => (
  <>
    {who} cancelled {what}
  </>
);
export const whatWhen = (what: ReactNode, when: string) => (
  <>
    {what}, {when}
  </>
);
export const isCancelledWithTheAccount = (what: ReactNode) => (
  <>{what}, has been cancelled: the host’s account was deleted</>
);
export const cancelledWithTheAccountHeading =
  'These have been cancelled because their hosts’ accounts were deleted:';
export const eventsCancelledWithTheAccount = (count: number) =>
  count === 1
    ? 'An event you were invited to has been cancelled: the host’s account was deleted'
    : `${count} events you were invited to have been cancelled: the host’s account was deleted`;
export const andMore = (count: number) => `and ${count} more`;
export const whatHasChanged = (what: ReactNode) => <>{what} has changed</>;
export const whatHasStarted = (what: ReactNode) => <>{what} has started</>;
export const whoSetAMeetingPointAt = (who: ReactNode, what: ReactNode) => (
  <>
    {who} set a meeting point at {what}
  </>
);
export const whoMadeYouACoHost = (who: ReactNode, what: ReactNode) => (
  <>
    {who} made you a co-host of {what}
  </>
);
export const whoMadeAnAnnouncementAtWhat = (who: ReactNode, what: ReactNode) => (
  <>
    {who} made an announcement at {what}
  </>
);
export const placeHasComeUp = (what: ReactNode) => <>A place has come up: you are going to {what}</>;
export const newAnswersTo = (what: ReactNode) => <>There are new answers to {what}</>;
export const whoSharesWithYou = (who: ReactNode, what: ReactNode) => (
  <>
    {who} is sharing their location with you at {what}
  </>
);
export const whatStartsSoon = (what: ReactNode) => <>{what} starts soon</>;
export const areYouComingToWhat = (what: ReactNode) => <>Are you coming to {what}?</>;
export const anEvent = 'an event';
export const invitedEventsRemoved = (count: number) =>
  count === 1
    ? 'An event you were invited to was removed by the people who run Hereabouts'
    : `${count} events you were invited to were removed by the people who run Hereabouts`;
export const ownEventsRemoved = (count: number) =>
  count === 1
    ? 'Your event was removed by the people who run Hereabouts'
    : `${count} of your events were removed by the people who run Hereabouts`;
