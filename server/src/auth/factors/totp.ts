import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';

const SECRET_BYTES = 20;
/** Accepts the 30 s steps before and after the current one, for clock differences. */
const WINDOW_STEPS = 1;
const CODE = /^\d{6}$/;

export const newTotpSecret = (): Uint8Array<ArrayBuffer> => {
  const secret = new Uint8Array(SECRET_BYTES);
  secret.set(randomBytes(SECRET_BYTES));
  return secret;
};

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

export function stepOfCode(secret: Uint8Array, code: string, nowMs: number): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return null;
  const totp = new TOTP({ secret: secretOf(secret) });
  const delta = totp.validate({ token, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp: nowMs }) + delta;
}

export type TotpSetup = { qr_code: string; secret: string; uri: string };

export function describeTotp(
  secret: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): TotpSetup {
  const totp = new TOTP({ issuer, label, secret: secretOf(secret) });
  const uri = totp.toString();
  return { qr_code: qrCode(uri), secret: totp.secret.base32, uri };
}

/** White background for dark mode. Without `#` and `%`: put into a data URL unchanged. */
function qrCode(text: string): string {
  const svg = encodeQR(text, 'svg', { ecc: 'medium', border: 4 });
  return svg.replace(
    /<svg viewBox="0 0 (\d+) (\d+)"[^>]*/,
    '$& fill="black"><path fill="white" d="M0 0h$1v$2H0z"/',
  );
}
