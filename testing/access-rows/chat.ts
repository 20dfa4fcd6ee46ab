import { randomUUID } from 'node:crypto';
import { arrangeEvent, everyUser, PRIVATE_EVENT, type World } from '../access-world.ts';
import { onEvent, type AccessRow, type Input } from './row.ts';

/** Whoever may chat is answered with `status`; others who see the event learn why not (CHAT-11). */
const chatAnswers = (status: number, rest: () => Omit<Input, 'params'>): AccessRow[] => [
  {
    about: 'private',
    arrange: onEvent(true, rest),
    expected: { ...everyUser(404), invited: status, declined: 403, creator: status },
  },
  {
    about: 'public',
    arrange: onEvent(false, rest),
    expected: { ...everyUser(403), invited: status, creator: status },
  },
];

export const chatRows = {
  listMessages: chatAnswers(200, () => ({ query: {} })),
  sendMessage: chatAnswers(201, () => ({ body: { id: randomUUID(), message: 'Who brings wood?' } })),
  // Of nobody's message: who may not host learns nothing of it.
  removeMessage: [true, false].map((isPrivate) => ({
    about: isPrivate ? 'private' : 'public',
    arrange: async (world: World) => ({
      params: { eventId: await arrangeEvent(world, isPrivate), messageId: randomUUID() },
    }),
    expected: isPrivate
      ? { ...PRIVATE_EVENT, invited: 403, declined: 403, creator: 404 }
      : { ...everyUser(403), creator: 404 },
  })),
  markChatRead: chatAnswers(200, () => ({ body: { seq: 1 } })),
} satisfies Record<string, AccessRow[]>;
