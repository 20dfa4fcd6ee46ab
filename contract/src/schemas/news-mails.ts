import * as z from 'zod/mini';
import { operations } from '../route.ts';

export const newsMailOperations = operations({
  stopNewsMails: {
    summary: 'Send no further e-mails about news to the person whose mail has this link; idempotent',
    limit: 'revocation',
    params: z.object({ token: z.string() }),
    status: 204,
  },
});
