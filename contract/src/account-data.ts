import * as z from 'zod/mini';
import { route } from './route.ts';

export const ACCOUNT_DATA_MESSAGES = {
  passwordWrong: 'The password is not right',
  /** For an account that has no password to ask for. */
  signInAgain: 'Please sign out, sign in again and delete your account within ten minutes',
} as const;

/** Name of the saved file; `day` is `YYYY-MM-DD`. */
export const dataFileName = (day: string): string => `hereabouts-data-${day}.json`;

/** Source: SAFE-03. */
export const accountDataRoutes = {
  downloadData: route({
    method: 'GET',
    path: '/api/me/data',
    summary: 'Everything that is stored about oneself, as one JSON document',
    access: 'user',
    status: 200,
    response: z.record(z.string(), z.unknown()),
  }),
  deleteAccount: route({
    method: 'POST',
    path: '/api/me/deletion',
    summary: "Delete one's own account for good, with the password once more",
    access: 'user',
    body: z.object({ password: z.string().check(z.maxLength(1_000)) }),
    status: 204,
  }),
};
