import type { routes } from '@hereabouts/contract/routes';
import { everyone, everyUser } from '../access-world.ts';
import { nothing, onEvent, type AccessRow } from './row.ts';

const settings = { off: [], quiet: null, hides_details: false, by_mail: true };
const onChat = (isPrivate: boolean): AccessRow => ({
  about: `${isPrivate ? 'private' : 'public'} event`,
  arrange: onEvent(isPrivate, () => ({ body: { for: 'hour' } })),
  expected: {
    ...everyUser(isPrivate ? 404 : 403),
    invited: 200,
    declined: 403,
    creator: 200,
  },
});

export const pushRows = {
  getPush: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  saveNotificationSettings: [
    { about: "one's own", arrange: async () => ({ body: settings }), expected: everyUser(200) },
  ],
  subscribeToPush: [
    {
      about: 'an endpoint of no push service',
      arrange: async () => ({
        body: { endpoint: 'https://example.org/push', keys: { p256dh: 'BA', auth: 'AA' } },
      }),
      expected: everyUser(400),
    },
  ],
  unsubscribeFromPush: [{ about: "one's own", arrange: nothing, expected: everyUser(204) }],
  listShownNews: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  stopNewsMails: [
    {
      about: 'a link of nobody',
      arrange: async () => ({ params: { token: 'A'.repeat(43) } }),
      expected: everyone(404),
    },
  ],
  muteChat: [onChat(true), onChat(false)],
} satisfies Partial<Record<keyof typeof routes, AccessRow[]>>;
