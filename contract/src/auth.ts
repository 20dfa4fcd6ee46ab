import * as z from 'zod/mini';
import { NAME_MAX } from './limits.ts';
import { WEAK_PASSWORD_REASONS } from './passwords.ts';

/** Where the auth service answers; it speaks the GoTrue HTTP protocol there, not `/api`'s. */
export const AUTH_PATH = '/auth/v1';
export const AUTH_API_VERSION = '2024-01-01';
/** Key of the session in the browser's storage. */
export const SESSION_STORAGE_KEY = 'hereabouts.session';

/** Source: section 9. A session is renewed when less than three ticks of 30 s remain. */
export const EXPIRY_MARGIN_MS = 90_000;

/** A rotated refresh token still works this long, for several tabs (AUTH-07). */
export const REFRESH_REUSE_WINDOW_MS = 10_000;

export const PASSWORD_MAX = 256;
export const ONE_TIME_CODE_LENGTH = 6;

/** Exact texts of the product (AUTH-02). */
export const AUTH_MESSAGES = {
  credentialsMissing: 'You must provide either an email or phone number and a password',
  addressMissing: 'You must provide either an email or phone number',
  invalidCredentials: 'Invalid login credentials',
  currentPasswordMissing: 'Please enter your current password',
  linkUsed: 'This link or code has expired or was used before',
  linkRefused: 'This link did not work. Please ask for a new one.',
  currentPasswordWrong: 'The current password is not right',
} as const;

/** Every error code the service answers with; the names are those of the public protocol. */
export const AUTH_ERROR_CODES = [
  'bad_json',
  'bad_jwt',
  'current_password_invalid',
  'current_password_required',
  'email_exists',
  'email_not_confirmed',
  'invalid_credentials',
  'no_authorization',
  'not_found',
  'otp_expired',
  'over_request_rate_limit',
  'phone_exists',
  'phone_not_confirmed',
  'reauthentication_needed',
  'reauthentication_not_valid',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'request_entity_too_large',
  'request_timeout',
  'same_password',
  'session_expired',
  'session_not_found',
  'unexpected_failure',
  'user_already_exists',
  'user_not_found',
  'validation_failed',
  'weak_password',
] as const;
export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];

/** A failure on the wire of `/auth/v1`. */
export const authError = z.object({
  code: z.enum(AUTH_ERROR_CODES),
  message: z.string(),
  weak_password: z.optional(z.object({ reasons: z.array(z.enum(WEAK_PASSWORD_REASONS)) })),
});
export type AuthErrorBody = z.infer<typeof authError>;

const identity = z.object({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  provider: z.enum(['email', 'phone']),
  identity_data: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  last_sign_in_at: z.optional(z.iso.datetime()),
});

/** The account as the auth service shows it to its owner. Absent fields are left out. */
export const authUser = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.optional(z.iso.datetime()),
  phone_confirmed_at: z.optional(z.iso.datetime()),
  confirmed_at: z.optional(z.iso.datetime()),
  confirmation_sent_at: z.optional(z.iso.datetime()),
  recovery_sent_at: z.optional(z.iso.datetime()),
  last_sign_in_at: z.optional(z.iso.datetime()),
  new_email: z.optional(z.string()),
  new_phone: z.optional(z.string()),
  app_metadata: z.object({ provider: z.string(), providers: z.array(z.string()) }),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(identity),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  is_anonymous: z.literal(false),
});
export type AuthUser = z.infer<typeof authUser>;

/** A session as it is handed out (AUTH-01). */
export const authSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds from the answer. */
  expires_in: z.int(),
  /** Seconds since the epoch. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: authUser,
});
export type AuthSession = z.infer<typeof authSession>;

/** The display name in the metadata of a sign-up: `name`, else `full_name`, trimmed and cut to what a name may have. */
export function displayName(metadata: Readonly<Record<string, unknown>>): string {
  for (const key of ['name', 'full_name']) {
    const value = metadata[key];
    if (typeof value !== 'string') continue;
    const cut = value.replaceAll('\0', '').trim().slice(0, NAME_MAX);
    // A cut through the middle of an emoji would leave half a character.
    const name = cut
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim()
      .toWellFormed();
    if (name !== '') return name;
  }
  return '';
}
