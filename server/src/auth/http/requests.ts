import * as z from 'zod/mini';
import { AUTH_TEXTS } from '@hereabouts/contract/auth';
import type { UserMetadata } from '#server/db/auth-schema.ts';
import { normaliseEmail, normalisePhone } from '#server/auth/accounts/addresses.ts';
import type { Identifier } from '#server/auth/accounts/user-repo.ts';
import { invalid } from '#server/auth/wire-error.ts';

const METADATA_MAX_BYTES = 8_192;

/** Clients omit values by null or ''. */
export const text = z.pipe(
  z.nullish(z.string().check(z.maxLength(4_096))),
  z.transform((value: string | null | undefined) => (value ? value : undefined)),
);
const metadata = z.nullish(z.record(z.string(), z.unknown()));

export const signUpBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
});
export const anonymousBody = z.object({ data: metadata });
export const passwordBody = z.object({ email: text, phone: text, password: text });
export const refreshBody = z.object({ refresh_token: text });
export const recoverBody = z.object({ email: text });
export const otpBody = z.object({
  email: text,
  phone: text,
  data: metadata,
  channel: text,
  create_user: z.nullish(z.boolean()),
});
export const resendBody = z.object({ type: text, email: text, phone: text });
export const verifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
});
export const updateUserBody = z.object({
  email: text,
  phone: text,
  // An empty password is not omitted: it is refused as too weak.
  password: z.nullish(z.string().check(z.maxLength(4_096))),
  app_metadata: z.optional(z.unknown()),
  current_password: text,
  nonce: text,
  data: metadata,
});

/** @throws WireError naming the invalid field */
export function parse<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const path = result.error.issues[0]?.path.join('.');
  throw invalid(path ? `The field "${path}" cannot be used` : 'The body must be a JSON object');
}

/** @throws WireError */
export function checkChannel(channel: string | undefined): void {
  if (channel !== undefined && channel !== 'sms') throw invalid('The only supported channel is sms');
}

/** @throws WireError `missing` for none or two */
export function identify(
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  missing: string = AUTH_TEXTS.addressMissing,
): Identifier {
  if (email !== undefined && phone !== undefined)
    throw invalid('Please give an email or a phone number, not both');
  if (email !== undefined) return { email: normaliseEmail(email) };
  if (phone !== undefined) return { phone: normalisePhone(phone) };
  throw invalid(missing);
}

export const addressOf = (identifier: Identifier): string => identifier.email ?? identifier.phone;

/** @throws WireError when too large */
export function cleanMetadata(data: UserMetadata | null | undefined): UserMetadata {
  if (Buffer.byteLength(JSON.stringify(data ?? {})) > METADATA_MAX_BYTES) {
    throw invalid('The user data is too large');
  }
  return clean(data ?? {}) as UserMetadata;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [clean(key), clean(inner)]));
}
