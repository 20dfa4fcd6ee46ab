import type { ReactNode } from 'react';

// Invite form
export const inviteSelectedCountFriendS = (selectedCount: ReactNode) => <>Invite {selectedCount} Friend(s)</>;
export const failedToSendInvitationsPleaseTry = 'Failed to send invitations. Please try again.';
export const friends = 'Friends';
export const searchFriendsByNameOrEmail = 'Search friends by name or email';
export const noFriendsFoundMatchingYourSearch = 'No friends found matching your search';
export const inviting = 'Inviting...';
export const allYourFriendsHaveAlreadyBeen = 'All your friends have already been invited to this event.';
export const backToEvent = 'Back to Event';
export const youDontHaveAnyFriendsTo = "You don't have any friends to invite yet. Add some friends first!";
export const findFriends = 'Find friends';

// Invite to event dialog
export const planANewEvent = 'Plan a new event';
export const inviteToAnEvent = 'Invite to an event';
export const loadingYourEvents = 'Loading your events...';
export const youAreNotHostingAnyUpcoming = 'You are not hosting any upcoming events.';
export const inviteToTitle = (verb: string | number, title: string | number) => `${verb} to ${title}`;
export const invited = 'Invited';
export const invite = 'Invite';
export const couldNotSendTheInvitationPlease = 'Could not send the invitation. Please try again.';

// Invite page
export const couldNotLoadTheList = 'Could not load the list';
export const failedToLoadFriendsPleaseTry = 'Failed to load friends. Please try again.';
export const inviteFriends = 'Invite Friends';
export const loadingFriends = 'Loading friends...';

export const upcomingEventsThatAreDeleted = 'Upcoming events that will be deleted';
