import * as z from 'zod/mini';
import { operations } from '../route.ts';

/** Longest text taken as a token, in characters. */
const TOKEN_MAX = 4_000;

export const guestMergeOperations = operations({
  mergeGuest: {
    summary: "Move a guest's answers, messages and blocks into the viewer's account, and delete the guest",
    body: z.object({ guest_token: z.string().check(z.maxLength(TOKEN_MAX)) }),
    status: 204,
  },
});
