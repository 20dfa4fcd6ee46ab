import { everyone, everyUser } from '../access-world.ts';
import { tinyPng } from '../pictures.ts';
import { nothing, type AccessRow } from './row.ts';

export const accountRows = {
  getSettings: [{ about: 'public settings', arrange: nothing, expected: everyone(200) }],
  getMe: [{ about: "one's own account", arrange: nothing, expected: everyUser(200) }],
  recordFirstSteps: [
    { about: "one's own", arrange: async () => ({ body: { done: true } }), expected: everyUser(204) },
  ],
  updateMe: [
    {
      about: "one's own privacy",
      arrange: async () => ({ body: { contact_visibility: 'everyone' } }),
      expected: everyUser(200),
    },
  ],
  listSessions: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  endSession: [
    {
      about: 'a session of somebody else',
      arrange: async (world) => {
        const session = await world.context.auth.authenticate((await world.signUp()).token);
        return { params: { sessionId: session?.viewer.sessionId } };
      },
      expected: everyUser(404),
    },
  ],
  endOtherSessions: [{ about: "one's own", arrange: nothing, expected: everyUser(204) }],
  getCalendarFeed: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  createCalendarFeed: [{ about: "one's own", arrange: nothing, expected: everyUser(201) }],
  listNotifications: [{ about: "one's own", arrange: nothing, expected: everyUser(200) }],
  markNotificationsRead: [
    { about: "one's own", arrange: async () => ({ body: { up_to_id: 0 } }), expected: everyUser(200) },
  ],
  createUpload: [
    { about: 'a picture', arrange: async () => ({ body: await tinyPng() }), expected: everyUser(201) },
  ],
  listUploads: [{ about: "one's own pictures", arrange: nothing, expected: everyUser(200) }],
} satisfies Record<string, AccessRow[]>;
