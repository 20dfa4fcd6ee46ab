// Unsubscribe page
export const eMails = 'Emails';
export const emailsAboutYourEvents = 'Emails about your events';
export const youWillNotGetAnyMore = 'You will not get any more of these emails';
export const openHereabouts = 'Open Hereabouts';
export const youCanTurnThemOnAgain = 'You can turn them on again in the notification settings.';
export const hereaboutsWritesToYouAboutInvitations =
  'Hereabouts emails you about invitations, cancellations, announcements and reminders when none of your devices can receive notifications.';
export const stopTheseEmails = 'Stop these emails';
export const thatDidNotWorkPleaseTry = 'That did not work. Please try again.';
