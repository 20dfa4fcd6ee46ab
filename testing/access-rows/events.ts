import { eventInput, everyUser, PRIVATE_EVENT } from '../access-world.ts';
import { nothing, onEvent, type AccessRow } from './row.ts';

export const eventRows = {
  listHome: [{ about: "one's own list", arrange: nothing, expected: everyUser(200) }],
  getEvent: [
    { about: 'private', arrange: onEvent(true), expected: PRIVATE_EVENT },
    { about: 'public', arrange: onEvent(false), expected: everyUser(200) },
  ],
  createEvent: [
    {
      about: 'without guests',
      arrange: async (world) => ({ body: eventInput(world, true, []) }),
      expected: everyUser(201),
    },
    {
      about: 'inviting somebody who is no friend',
      arrange: async (world) => ({ body: eventInput(world, true, [world.people.stranger.id]) }),
      expected: everyUser(403),
    },
  ],
  updateEvent: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, (world) => ({
      body: { ...eventInput(world, isPrivate, [world.people.invited.id]), keep_answers: false },
    })),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403 }
      : { ...everyUser(403), creator: 200 },
  })),
  listRecentPlaces: [{ about: "of one's own events", arrange: nothing, expected: everyUser(200) }],
  cancelEvent: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 204 }
      : { ...everyUser(403), creator: 204 },
  })),
  listInvitable: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, () => ({ query: {} })),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403 }
      : { ...everyUser(403), creator: 200 },
  })),
  inviteFriends: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: onEvent(isPrivate, (world) => ({ body: { user_ids: [world.people.removed.id] } })),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 201 }
      : { ...everyUser(403), creator: 201 },
  })),
  respondToInvite: [
    {
      about: 'private',
      arrange: onEvent(true, () => ({ body: { status: 'tentative' } })),
      expected: PRIVATE_EVENT,
    },
    {
      about: 'public',
      arrange: onEvent(false, () => ({ body: { status: 'tentative' } })),
      expected: { ...everyUser(403), invited: 200, declined: 200, creator: 200 },
    },
  ],
} satisfies Record<string, AccessRow[]>;
