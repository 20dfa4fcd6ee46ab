export const upcomingEventsTogether = 'Upcoming Events Together';
export const noUpcomingEventsTogether = 'No upcoming events together';
export const you = 'You:';

export const guestHasNoProfile = 'Guests without an account have no profile.';
export const profileNeedsAccount = 'Profiles are for people with an account.';

export const couldNotLoadTheEvents = 'Could not load the events';
export const userNotFound = 'User Not Found';
export const backToContacts = 'Back to Contacts';
export const userNotFoundHelp = "This user doesn't exist or has been removed.";
