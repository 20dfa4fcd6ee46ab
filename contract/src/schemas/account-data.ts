import * as z from 'zod/mini';
import { operations } from '../route.ts';

export const accountDataOperations = operations({
  downloadData: {
    summary: "Download the viewer's stored data as one JSON document",
    status: 200,
    response: z.record(z.string(), z.unknown()),
  },
  deleteAccount: {
    summary:
      "Delete the viewer's account irreversibly, with their password; what takes longer than some seconds goes on after the answer",
    limit: 'revocation',
    body: z.object({ password: z.string().check(z.maxLength(1_000)) }),
    status: 204,
  },
});
