import type { ReactNode } from 'react';

export const inviteFriendsCount = (selectedCount: ReactNode) => <>Invite {selectedCount} Friend(s)</>;
export const sendInvitationsFailed = 'Failed to send invitations. Please try again.';
export const friends = 'Friends';
export const searchFriendsByNameOrEmail = 'Search friends by name or email';
export const noFriendMatches = 'No friends found matching your search';
export const inviting = 'Inviting...';
export const allFriendsInvited = 'All your friends have already been invited to this event.';
export const backToEvent = 'Back to Event';
export const noFriendsToInvite = "You don't have any friends to invite yet. Add some friends first!";
export const findFriends = 'Find friends';

export const planANewEvent = 'Plan a new event';
export const inviteToAnEvent = 'Invite to an event';
export const loadingYourEvents = 'Loading your events...';
export const noHostedEvents = 'You are not hosting any upcoming events.';
export const inviteToTitle = (verb: string | number, title: string | number) => `${verb} to ${title}`;
export const invited = 'Invited';
export const invite = 'Invite';
export const sendInvitationFailed = 'Could not send the invitation. Please try again.';

export const couldNotLoadTheList = 'Could not load the list';
export const loadFriendsFailed = 'Failed to load friends. Please try again.';
export const inviteFriends = 'Invite Friends';
export const loadingFriends = 'Loading friends...';

export const upcomingEventsToBeDeleted = 'Upcoming events that will be deleted';
