import { routesOf } from './route.ts';
import type { accountDataOperations } from './schemas/account-data.ts';

export const ACCOUNT_DATA_TEXTS = {
  passwordWrong: 'The password is not right',
  /** For an account without a password. */
  signInAgain: 'To delete your account, please sign out and in again first. You then have ten minutes.',
} as const;

/** @param day YYYY-MM-DD */
export const dataFileName = (day: string): string => `hereabouts-data-${day}.json`;

/** Source: SAFE-03. */
export const accountDataRoutes = routesOf<typeof accountDataOperations>()({
  downloadData: { method: 'GET', path: '/api/me/data', access: 'any_user' },
  deleteAccount: { method: 'POST', path: '/api/me/deletion', access: 'any_user' },
});
