import * as z from 'zod/mini';
import { operations } from '../route.ts';

export const accountDataOperations = operations({
  downloadData: {
    summary: 'Everything that is stored about oneself, as one JSON document',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
  deleteAccount: {
    summary: "Delete one's own account for good, with the password once more",
    limit: 'revocation',
    body: z.object({ password: z.string().check(z.maxLength(1_000)) }),
    status: 204,
  },
});
