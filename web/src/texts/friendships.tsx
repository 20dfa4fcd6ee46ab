import type { ReactNode } from 'react';

export const friendsSince = 'Friends since';
export const requested = 'Requested';
export const actionsForName = (name: string | number) => `Actions for ${name}`;
export const sendFriendRequest = 'Send Friend Request';
export const inviteToAnEvent = 'Invite to an event';
export const moreForName = (name: string | number) => `More for ${name}`;
export const unfriend = 'Unfriend';
export const cancelRequest = 'Cancel Request';
export const accept = 'Accept';
export const decline = 'Decline';
export const inCommon = 'in common';
const nouns = (count: number, noun: string) => `${noun}${count === 1 ? '' : 's'}`;
export const countNouns = (count: number, noun: string) => `${count} ${nouns(count, noun)}`;
export const nounsInCommon = (count: number, noun: string) => `${nouns(count, noun)} ${inCommon}`;

export const couldNotLoadThisList = 'Could not load this list';

export const moreThanCountPeopleFound = (count: string | number) => `More than ${count} people found`;
export const onePersonFound = '1 person found';
export const countPeopleFound = (count: string | number) => `${count} people found`;

export const noFriendsYet = 'No friends yet. Start by discovering new people!';
export const noPendingFriendRequests = 'No pending friend requests';
export const noSentRequests = 'No sent requests';
export const noNewPeopleToDiscover = 'No new people to discover';
export const searchInDiscover = 'Search in Discover';
export const discoverPeople = 'Discover people';
export const showEveryone = 'Show everyone';
export const noResultsFor = (search: string | number) => `No results found for "${search}"`;

export const nameSentYouAFriendRequest = (name: ReactNode) => <>{name} sent you a friend request</>;
export const friendsSinceDate = (date: ReactNode) => <>Friends since {date}</>;
export const friendRequestSent = 'Friend request sent';

export const youAreNowFriends = 'You are now friends';
export const youDeclined = 'You declined';
export const yourAnswerToName = (name: string | number) => `Your answer to ${name}`;

export const unfriendThisPerson = 'Unfriend this person?';
export const unfriendWarning =
  'You will no longer be able to invite each other, and the events you share will no longer show on your profiles.';

export const myFriends = 'My Friends';
export const pending = 'Pending';
export const sent = 'Sent';
export const discover = 'Discover';
export const friendsContacts = 'Friends & Contacts';
export const searchPeople = 'Search people...';
export const searchTab = (tab: string | number) => `Search ${tab}...`;
export const contacts = 'Contacts';

export const failedToSendFriendRequest = 'Failed to send friend request';
export const failedToAcceptFriendRequest = 'Failed to accept friend request';
export const failedToRemoveFriendship = 'Failed to remove friendship';
