import * as z from 'zod/mini';
import { AUTH_ERROR_CODES, FACTOR_TYPES } from '../auth.ts';
import { WEAK_PASSWORD_REASONS } from '../passwords.ts';

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

export const authFactor = z.object({
  id: z.uuid(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  status: z.enum(['unverified', 'verified']),
  friendly_name: z.optional(z.string()),
  factor_type: z.enum(FACTOR_TYPES),
  phone: z.literal(''),
  last_challenged_at: z.nullable(z.iso.datetime()),
});
export type AuthFactor = z.infer<typeof authFactor>;

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
  app_metadata: z.object({
    /** Absent without an address. */
    provider: z.optional(z.string()),
    providers: z.optional(z.array(z.string())),
    /** See docs/decisions/012-pending-sign-ups.md. */
    needs_password: z.optional(z.literal(true)),
  }),
  user_metadata: z.record(z.string(), z.unknown()),
  identities: z.array(identity),
  factors: z.optional(z.array(authFactor)),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  is_anonymous: z.boolean(),
});
export type AuthUser = z.infer<typeof authUser>;

export const authSession = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds from now. */
  expires_in: z.int(),
  /** Seconds since the epoch. */
  expires_at: z.int(),
  refresh_token: z.string(),
  user: authUser,
});
export type AuthSession = z.infer<typeof authSession>;
