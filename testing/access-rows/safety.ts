import { arrangeEvent, everyUser } from '../access-world.ts';
import { say } from '../builders.ts';
import { nothing, type AccessRow } from './row.ts';

export const safetyRows = {
  listBlocks: [{ about: "one's own list", arrange: async () => ({ query: {} }), expected: everyUser(200) }],
  blockUser: [
    {
      about: 'a newcomer',
      arrange: async (world) => ({ params: { userId: (await world.signUp()).id } }),
      expected: everyUser(204),
    },
  ],
  unblockUser: [
    {
      about: 'somebody never blocked',
      arrange: async (world) => ({ params: { userId: (await world.signUp()).id } }),
      expected: everyUser(204),
    },
  ],
  // The answer is the same for what one does not see; what it tells nobody: features/reports/routes.test.ts.
  report: [
    {
      about: 'a newcomer',
      arrange: async (world) => ({
        body: { kind: 'user', user_id: (await world.signUp()).id, reason: 'Spam' },
      }),
      expected: everyUser(204),
    },
    ...[true, false].map((isPrivate): AccessRow => ({
      about: isPrivate ? 'a private event' : 'a public event',
      arrange: async (world) => ({
        body: { kind: 'event', event_id: await arrangeEvent(world, isPrivate), reason: 'Spam' },
      }),
      expected: { ...everyUser(204), creator: 400 },
    })),
    ...[true, false].map((isPrivate): AccessRow => ({
      about: `a message of ${isPrivate ? 'a private' : 'a public'} event`,
      arrange: async (world) => {
        const message_id = await say(world.people.creator, await arrangeEvent(world, isPrivate));
        return { body: { kind: 'message', message_id, reason: 'Spam' } };
      },
      expected: { ...everyUser(204), creator: 400 },
    })),
  ],
  downloadData: [{ about: "one's own data", arrange: nothing, expected: everyUser(200) }],
  // With the right password it is gone: features/account-data/deletion.test.ts.
  deleteAccount: [
    {
      about: "one's own, with a wrong password",
      arrange: async () => ({ body: { password: 'not the password' } }),
      expected: everyUser(403),
    },
  ],
  // With a guest's token it works once: features/guest-merge/merge.test.ts.
  mergeGuest: [
    {
      about: 'a token of nobody',
      arrange: async () => ({ body: { guest_token: 'none' } }),
      expected: everyUser(400),
    },
  ],
} satisfies Record<string, AccessRow[]>;
