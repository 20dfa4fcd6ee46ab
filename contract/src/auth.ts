import { NAME_MAX } from './limits.ts';
import { cleanName, cutUnits, isBlank } from './visible-text.ts';

export type { AuthErrorBody, AuthFactor, AuthSession, AuthUser } from './schemas/auth.ts';

export const AUTH_PATH = '/auth/v1';
export const AUTH_API_VERSION = '2024-01-01';
export const SESSION_STORAGE_KEY = 'hereabouts.session';

/** In the metadata of a sign-up; not stored with the account. */
export const INVITATION_CODE_FIELD = 'invitation_code';

export const PASSWORD_MAX = 256;
export const ONE_TIME_CODE_LENGTH = 6;

/** Source: AUTH-02. */
export const AUTH_TEXTS = {
  credentialsMissing: 'You must provide either an email or phone number and a password',
  addressMissing: 'You must provide either an email or phone number',
  invalidCredentials: 'Invalid login credentials',
  anonymousDisabled: 'Anonymous sign-ins are disabled',
  emailExists: 'A user with this email address has already been registered',
  phoneExists: 'A user with this phone number has already been registered',
  suspended: 'This account is suspended.',
  signUpsClosed: 'New accounts cannot be created here at the moment.',
  invitationCodeMissing: 'Please enter your invitation code',
  invitationCodeWrong: 'This invitation code does not work. Please check it, or ask for another one.',
  currentPasswordMissing: 'Please enter your current password',
  linkUsed: 'This link or code has expired or was used before',
  linkRefused: 'This link did not work. Please ask for a new one.',
  currentPasswordWrong: 'The current password is not right',
} as const;

export const AUTH_ERROR_CODES = [
  'anonymous_provider_disabled',
  'bad_code_verifier',
  'bad_json',
  'bad_jwt',
  'current_password_invalid',
  'current_password_required',
  'email_exists',
  'email_not_confirmed',
  'flow_state_expired',
  'flow_state_not_found',
  'insufficient_aal',
  'invalid_credentials',
  'mfa_challenge_expired',
  'mfa_factor_name_conflict',
  'mfa_factor_not_found',
  'mfa_ip_address_mismatch',
  'mfa_phone_enroll_not_enabled',
  'mfa_recovery_codes_locked',
  'mfa_recovery_codes_sole_factor',
  'mfa_verification_failed',
  'mfa_verified_factor_exists',
  'mfa_webauthn_enroll_not_enabled',
  'no_authorization',
  'not_admin',
  'not_found',
  'over_email_send_rate_limit',
  'over_sms_send_rate_limit',
  'otp_expired',
  'over_request_rate_limit',
  'phone_exists',
  'phone_not_confirmed',
  'phone_provider_disabled',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'request_entity_too_large',
  'request_timeout',
  'same_password',
  'session_expired',
  'session_not_found',
  'signup_disabled',
  'sms_send_failed',
  'too_many_enrolled_mfa_factors',
  'unexpected_failure',
  'user_already_exists',
  'user_banned',
  'user_not_found',
  'validation_failed',
  'weak_password',
] as const;
export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];

export const FACTOR_TYPES = ['totp', 'recovery_code'] as const;
export const FACTOR_NAME_MAX = 100;
export const RECOVERY_CODES_COUNT = 10;

/** The name in a user's metadata, cleaned and cut to `NAME_MAX`; empty without one. */
export function displayName(metadata: Readonly<Record<string, unknown>>): string {
  for (const key of ['name', 'full_name']) {
    const value = metadata[key];
    if (typeof value !== 'string') continue;
    const name = cutUnits(cleanName(value), NAME_MAX).trim().toWellFormed();
    if (!isBlank(name)) return name;
  }
  return '';
}
