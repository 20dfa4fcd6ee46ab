import * as z from 'zod/mini';
import { ANNOUNCEMENT_TEXTS } from '../announcements.ts';
import { ANNOUNCEMENT_MAX } from '../limits.ts';
import { operations } from '../route.ts';
import { isBlank } from '../visible-text.ts';
import { eventParams } from './events.ts';
import { isoTimeInput, uuid } from './values.ts';
import { linesText } from './visible-text.ts';

export type { Announcement } from './events.ts';

export const announcementOperations = operations({
  announce: {
    summary: 'Make an announcement to all guests, in place of the one before; hosts only',
    bulk: 'exclusive',
    params: eventParams,
    body: z.object({
      /** Chosen by the client: a retry announces once. It is also the id of the line in the chat. */
      id: uuid,
      message: linesText(ANNOUNCEMENT_MAX).check(
        z.refine((text) => !isBlank(text), ANNOUNCEMENT_TEXTS.empty),
      ),
    }),
    status: 204,
  },
  takeDownAnnouncement: {
    summary: 'Take the announcement down from the event; its line stays in the chat; hosts only; idempotent',
    limit: 'revocation',
    params: eventParams,
    query: z.object({
      /** `made_at` of the one that is shown: a later one stays. Without it all are taken down. */
      up_to: z.optional(isoTimeInput),
    }),
    status: 204,
  },
});
