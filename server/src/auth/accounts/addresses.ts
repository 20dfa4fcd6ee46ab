import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { invalid } from '#server/auth/wire-error.ts';

const EMAIL_MAX = 254;
const LOCAL_PART_MAX = 64;
// One @, a host, and nothing that could end a header line or start a second address.
const EMAIL = /^[^\s@"(),:;<>[\\\]\p{C}]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;
const HOME_COUNTRY = 'JE';

/** Canonical form. @throws WireError */
export function normaliseEmail(text: string): string {
  const email = text.normalize('NFKC').trim().toLowerCase();
  const fits = email.length <= EMAIL_MAX && email.indexOf('@') <= LOCAL_PART_MAX;
  if (!fits || !EMAIL.test(email) || email.includes('..')) throw invalid('This is not a valid email address');
  return email;
}

/** E.164. @throws WireError */
export function normalisePhone(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > 40) throw invalid('This is not a valid phone number');
  const atHome = parsePhoneNumberFromString(trimmed, HOME_COUNTRY);
  if (trimmed.startsWith('+') ? atHome?.isPossible() : atHome?.isValid()) return atHome?.number ?? '';
  // Clients of the protocol omit the plus sign.
  const abroad = /^[1-9]/.test(trimmed) ? parsePhoneNumberFromString(`+${trimmed}`) : undefined;
  if (!abroad?.isValid()) throw invalid('This is not a valid phone number');
  return abroad.number;
}
