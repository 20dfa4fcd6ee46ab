import * as z from 'zod/mini';
import { operations } from '../route.ts';
import { eventId } from './events.ts';
import { uuid } from './values.ts';

const coHostParams = z.object({ eventId, userId: uuid });

export const coHostOperations = operations({
  addCoHost: {
    summary: 'Make a guest with an account a co-host; creator only; idempotent',
    params: coHostParams,
    status: 204,
  },
  removeCoHost: {
    summary:
      "End a co-host's role: the creator anybody's, a co-host their own; they stay a guest; idempotent",
    limit: 'revocation',
    params: coHostParams,
    status: 204,
  },
});
