import { WireError } from '#server/auth/wire-error.ts';

export const factorNotFound = () =>
  new WireError('mfa_factor_not_found', 'Factor not found', { status: 404 });

export const recoveryCodesNotFound = () =>
  new WireError('mfa_factor_not_found', 'The user has not enrolled recovery codes', { status: 404 });

export const nameConflict = (name: string) =>
  new WireError(
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );

export const userNotFound = () => new WireError('user_not_found', 'This account does not exist any more');
export const sessionNotFound = () => new WireError('session_not_found', 'This session has ended');
