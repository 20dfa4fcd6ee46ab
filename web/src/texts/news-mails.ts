// Unsubscribe page
export const eMails = 'E-mails';
export const emailsAboutYourEvents = 'Emails about your events';
export const youWillNotGetAnyMore = 'You will not get any more of these emails';
export const openHereabouts = 'Open Hereabouts';
export const youCanTurnThemOnAgain = 'You can turn them on again in the notification settings.';
export const hereaboutsWritesToYouAboutInvitations =
  'Hereabouts writes to you about invitations, cancellations, announcements and reminders while none of your devices receives notifications.';
export const stopTheseEmails = 'Stop these emails';
export const thatDidNotWorkPleaseTry = 'That did not work. Please try again.';
