export const eMails = 'Emails';
export const emailsAboutYourEvents = 'Emails about your events';
export const emailsStopped = 'You will not get any more of these emails';
export const openHereabouts = 'Open Hereabouts';
export const emailsStoppedHelp = 'You can turn them on again in the notification settings.';
export const stopEmailsHelp =
  'Hereabouts emails you about invitations, cancellations, announcements and reminders when none of your devices can receive notifications.';
export const stopTheseEmails = 'Stop these emails';
export const stopEmailsFailed = 'That did not work. Please try again.';
