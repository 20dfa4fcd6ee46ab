import { TOTP } from 'otpauth';

/** How long a code of an authenticator app is shown; each works once. */
export const TOTP_STEP_MS = 30_000;

/** The code an authenticator app shows at this moment, or `steps` of 30 s away from it. */
export const totpCode = (secret: string, nowMs: number, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: nowMs + steps * TOTP_STEP_MS });
