import type { ColumnType } from 'kysely';

/** ISO-8601 in UTC with milliseconds. */
type Timestamp = string;
type Json<T> = ColumnType<T, string, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

export type AuthenticatorLevel = 'aal1' | 'aal2' | 'aal3';
export type AuthMethod = 'anonymous' | 'password' | 'otp' | 'recovery' | 'totp' | 'mfa/recovery_code';
/** s since the epoch, as in the claim `amr`, which leaves out `by`: how a code was sent, if not by mail. */
export type AuthMethodUse = { method: AuthMethod; timestamp: number; by?: 'sms' };
export type SessionEndReason =
  | 'signed_out'
  | 'token_reused'
  | 'password_changed'
  | 'email_changed'
  | 'phone_changed'
  | 'factors_changed'
  | 'idle'
  | 'expired'
  | 'ended';
export type FactorKind = 'totp' | 'recovery_code';
export type FactorStatus = 'unverified' | 'verified';
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
/** `invitationCodeId`: as in `auth.users`. */
export type SignUpPayload = {
  passwordHash: string | null;
  userMetadata: UserMetadata;
  invitationCodeId?: number | null;
};
/** RFC 7517. */
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
  needs_password: Defaulted<boolean>;
  is_anonymous: Defaulted<boolean>;
  email_confirmed_at: Timestamp | null;
  phone_confirmed_at: Timestamp | null;
  email_proved_at: Timestamp | null;
  phone_proved_at: Timestamp | null;
  new_email: string | null;
  new_phone: string | null;
  user_metadata: Json<UserMetadata>;
  confirmation_sent_at: Timestamp | null;
  /** Of the first sign-up of an account that waits for its confirmation; null: none is needed. */
  invitation_code_id: Defaulted<number | null>;
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
  browser: string | null;
  device: string | null;
  ended_at: Timestamp | null;
  end_reason: SessionEndReason | null;
  factor_id: string | null;
  refresh_floor: Defaulted<number>;
  password_set_at: Timestamp | null;
}

export interface AuthFactorsTable {
  id: string;
  user_id: string;
  kind: FactorKind;
  status: FactorStatus;
  friendly_name: Defaulted<string>;
  secret: string | null;
  last_step: Defaulted<number>;
  created_at: Timestamp;
  updated_at: Timestamp;
  last_challenged_at: Timestamp | null;
}

export interface AuthFactorChallengesTable {
  id: string;
  factor_id: string;
  ip_hash: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  verified_at: Timestamp | null;
}

export interface AuthRecoveryCodesTable {
  factor_id: string;
  hash: string;
  used_at: Timestamp | null;
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
  attempts_by_others: Defaulted<number>;
  asked_by: string | null;
  sign_up_id: string | null;
  payload: ColumnType<SignUpPayload | null, string | null, string | null>;
  code_challenge: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

export interface AuthCodeAskersTable {
  hash: string;
  expires_at: Timestamp;
}

export interface AuthKnownBrowsersTable {
  user_id: string;
  hash: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
}

export interface AuthFlowCodesTable {
  token_id: string;
  hash: string;
  wrong_verifiers: Defaulted<number>;
  created_at: Timestamp;
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

export interface AuthSuspensionsTable {
  user_id: string;
  since: Timestamp;
}

export interface AuthSchema {
  'auth.users': AuthUsersTable;
  'auth.suspensions': AuthSuspensionsTable;
  'auth.sessions': AuthSessionsTable;
  'auth.refresh_tokens': AuthRefreshTokensTable;
  'auth.factors': AuthFactorsTable;
  'auth.factor_challenges': AuthFactorChallengesTable;
  'auth.recovery_codes': AuthRecoveryCodesTable;
  'auth.one_time_tokens': AuthOneTimeTokensTable;
  'auth.code_askers': AuthCodeAskersTable;
  'auth.known_browsers': AuthKnownBrowsersTable;
  'auth.flow_codes': AuthFlowCodesTable;
  'auth.signing_keys': AuthSigningKeysTable;
  'auth.secrets': AuthSecretsTable;
}
