import { createHash } from 'node:crypto';
import type { AuthFactor, AuthSession, AuthUser } from '@hereabouts/contract/auth';
import type { FactorRow } from '#server/auth/factors/factor-repo.ts';
import type { AuthUserRow } from '#server/auth/accounts/user-repo.ts';

type Identity = AuthUser['identities'][number];

export function presentUser(user: AuthUserRow, factors: readonly FactorRow[]): AuthUser {
  const identities = (['email', 'phone'] as const).flatMap((provider) => presentIdentity(user, provider));
  const providers = identities.map(({ provider }) => provider);
  const confirmedAt = [user.email_confirmed_at, user.phone_confirmed_at]
    .filter((at) => at !== null)
    .toSorted()[0];
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...present('email_confirmed_at', user.email_confirmed_at),
    ...present('phone_confirmed_at', user.phone_confirmed_at),
    ...present('confirmed_at', confirmedAt),
    ...present('confirmation_sent_at', user.confirmation_sent_at),
    ...present('recovery_sent_at', user.recovery_sent_at),
    ...present('last_sign_in_at', user.last_sign_in_at),
    ...present('new_email', user.new_email),
    ...present('new_phone', user.new_phone),
    app_metadata: {
      ...(providers[0] && { provider: providers[0], providers }),
      ...(user.needs_password && { needs_password: true as const }),
    },
    user_metadata: user.user_metadata,
    identities,
    ...(factors.length > 0 && { factors: factors.map(presentFactor) }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  };
}

export function presentSession(
  { user, factors }: { user: AuthUserRow; factors: readonly FactorRow[] },
  tokens: { accessToken: string; refreshToken: string; expiresAtS: number; ttlS: number },
): AuthSession {
  return {
    access_token: tokens.accessToken,
    token_type: 'bearer',
    expires_in: tokens.ttlS,
    expires_at: tokens.expiresAtS,
    refresh_token: tokens.refreshToken,
    user: presentUser(user, factors),
  };
}

const presentFactor = (factor: FactorRow): AuthFactor => ({
  id: factor.id,
  created_at: factor.created_at,
  updated_at: factor.updated_at,
  status: factor.status,
  ...(factor.friendly_name !== '' && { friendly_name: factor.friendly_name }),
  factor_type: factor.kind,
  phone: '',
  last_challenged_at: factor.last_challenged_at,
});

function presentIdentity(user: AuthUserRow, provider: 'email' | 'phone'): Identity[] {
  const address = user[provider];
  if (address === null) return [];
  return [
    {
      identity_id: derivedUuid(`${user.id}:${provider}`),
      id: user.id,
      user_id: user.id,
      provider,
      identity_data: {
        sub: user.id,
        [provider]: address,
        email_verified: user.email_confirmed_at !== null,
        phone_verified: user.phone_confirmed_at !== null,
      },
      created_at: user.created_at,
      updated_at: user.updated_at,
      ...present('last_sign_in_at', user.last_sign_in_at),
    },
  ];
}

function present<K extends string>(key: K, value: string | null | undefined): { [P in K]?: string } {
  return value == null ? {} : ({ [key]: value } as { [P in K]?: string });
}

/** Identities have no row, so their id is derived (RFC 9562, version 8). */
function derivedUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
