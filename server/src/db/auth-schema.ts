import type { ColumnType } from 'kysely';

/** ISO-8601 in UTC with milliseconds. */
type Timestamp = string;
/** Read parsed, written as JSON text. */
type Json<T> = ColumnType<T, string, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type AuthenticatorLevel = 'aal1' | 'aal2' | 'aal3';
/** How a person proved who they are. */
export type AuthMethod = 'password' | 'otp' | 'recovery' | 'totp';
/** `timestamp` in seconds since the epoch, as in the access token's `amr` claim. */
export type AuthMethodUse = { method: AuthMethod; timestamp: number };
export type SessionEndReason = 'signed_out' | 'token_reused' | 'password_changed' | 'idle' | 'ended';
export type OneTimeTokenKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'sms'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'reauthentication';
export type UserMetadata = Record<string, unknown>;
/** What a sign-up asked for, kept with its link or code. */
export type SignUpPayload = { passwordHash: string | null; userMetadata: UserMetadata };
/** Members of a JSON Web Key (RFC 7517) that an EC key has. */
export type EcJwk = {
  kty: string;
  crv: string;
  x: string;
  y: string;
  d?: string;
  kid?: string;
  alg?: string;
  use?: string;
};

export interface AuthUsersTable {
  id: string;
  email: string | null;
  phone: string | null;
  password_hash: string | null;
  email_confirmed_at: Timestamp | null;
  phone_confirmed_at: Timestamp | null;
  new_email: string | null;
  new_phone: string | null;
  user_metadata: Json<UserMetadata>;
  confirmation_sent_at: Timestamp | null;
  recovery_sent_at: Timestamp | null;
  last_sign_in_at: Timestamp | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface AuthSessionsTable {
  id: string;
  user_id: string;
  refresh_counter: Defaulted<number>;
  refresh_salt: string;
  cookie_hash: string | null;
  aal: Defaulted<AuthenticatorLevel>;
  amr: Json<AuthMethodUse[]>;
  created_at: Timestamp;
  refreshed_at: Timestamp;
  ended_at: Timestamp | null;
  end_reason: SessionEndReason | null;
}

export interface AuthRefreshTokensTable {
  hash: string;
  session_id: string;
  counter: number;
  created_at: Timestamp;
  rotated_at: Timestamp | null;
}

export interface AuthOneTimeTokensTable {
  id: string;
  user_id: string;
  kind: OneTimeTokenKind;
  sent_to: string;
  token_hash: string | null;
  code_hash: string | null;
  attempts: Defaulted<number>;
  payload: ColumnType<SignUpPayload | null, string | null, string | null>;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface AuthSigningKeysTable {
  kid: string;
  public_jwk: Json<EcJwk>;
  private_jwk: ColumnType<EcJwk | null, string | null, string | null>;
  active: boolean;
  created_at: Timestamp;
  retired_at: Timestamp | null;
}

export interface AuthSecretsTable {
  name: string;
  value: string;
}

export interface AuthSchema {
  'auth.users': AuthUsersTable;
  'auth.sessions': AuthSessionsTable;
  'auth.refresh_tokens': AuthRefreshTokensTable;
  'auth.one_time_tokens': AuthOneTimeTokensTable;
  'auth.signing_keys': AuthSigningKeysTable;
  'auth.secrets': AuthSecretsTable;
}
