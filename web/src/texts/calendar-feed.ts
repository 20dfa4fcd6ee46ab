export const calendarFeed = 'Calendar feed';
export const calendarFeedHelp =
  'Your events in your own calendar, kept up to date. Whoever has the link can read them.';
export const showTheFeedsLink = 'Show the feed’s link';
export const linkStaysHelp =
  'The link stays the same when you sign out or change your password. To stop it working, choose “New address”.';
export const linkCannotBeShown =
  'Your calendars are kept up to date, but their link cannot be shown any more. To get a link to share or add again, choose “New address”: the calendars that have the old one then stop.';
export const myHereaboutsCalendar = 'My Hereabouts calendar';
export const openInMyCalendar = 'Open in my calendar';
export const making = 'Making...';
export const newLinkMade = 'This is your new calendar link. The old one no longer works.';
export const newAddress = 'New address';
export const feedFailed = 'That did not work. Please try again.';
