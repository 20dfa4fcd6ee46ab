import type { AuthErrorCode } from '@hereabouts/contract/auth';
import type { WeakPasswordReason } from '@hereabouts/contract/passwords';

const STATUS: Record<AuthErrorCode, number> = {
  anonymous_provider_disabled: 422,
  bad_code_verifier: 400,
  bad_json: 400,
  bad_jwt: 403,
  current_password_invalid: 400,
  current_password_required: 400,
  email_exists: 422,
  email_not_confirmed: 400,
  flow_state_expired: 422,
  flow_state_not_found: 404,
  insufficient_aal: 422,
  invalid_credentials: 400,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_factor_not_found: 422,
  mfa_ip_address_mismatch: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_recovery_codes_locked: 429,
  mfa_recovery_codes_sole_factor: 422,
  mfa_verification_failed: 422,
  mfa_verified_factor_exists: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  no_authorization: 401,
  not_admin: 403,
  not_found: 404,
  otp_expired: 403,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  over_sms_send_rate_limit: 429,
  phone_exists: 422,
  phone_not_confirmed: 400,
  phone_provider_disabled: 422,
  reauthentication_needed: 400,
  reauthentication_not_valid: 422,
  refresh_token_already_used: 400,
  refresh_token_not_found: 400,
  request_entity_too_large: 413,
  request_timeout: 503,
  same_password: 422,
  session_expired: 400,
  session_not_found: 403,
  signup_disabled: 422,
  sms_send_failed: 422,
  too_many_enrolled_mfa_factors: 422,
  unexpected_failure: 500,
  user_already_exists: 422,
  user_banned: 403,
  user_not_found: 403,
  validation_failed: 400,
  weak_password: 422,
};

type Details = {
  status?: number;
  retryAfterS?: number;
  reasons?: readonly WeakPasswordReason[];
};

export class WireError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterS: number | null;
  readonly reasons: readonly WeakPasswordReason[] | null;

  constructor(code: AuthErrorCode, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.status = details.status ?? STATUS[code];
    this.retryAfterS = details.retryAfterS ?? null;
    this.reasons = details.reasons ?? null;
  }
}

export const invalid = (message: string) => new WireError('validation_failed', message);

export const isBusy = (error: unknown): boolean => error instanceof WireError && error.status === 503;

export const busy = (message = 'The service is busy. Please try again in a moment.') =>
  new WireError('over_request_rate_limit', message, { status: 503, retryAfterS: 1 });
