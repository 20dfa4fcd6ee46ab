import { domainToASCII } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { invalid } from '#server/auth/wire-error.ts';

const EMAIL_MAX = 254;
const LOCAL_PART_MAX = 64;
// One @, a host, and nothing that could end a header line or start a second address.
const EMAIL = /^[^\s@"(),:;<>[\\\]\p{C}]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;
const HOME_COUNTRY = 'JE';

/** @throws WireError */
export function normaliseEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === null) throw invalid('This is not a valid email address');
  return email;
}

/** As it is stored: the domain in ASCII, because some browsers hand it over like that, others as typed. Null where it is none. */
export function canonicalEmail(text: string): string | null {
  const typed = text.normalize('NFKC').trim().toLowerCase();
  // The conversion cuts off what follows a host.
  if (!isEmail(typed)) return null;
  const email = withDomainInAscii(typed);
  return isEmail(email) ? email : null;
}

const isEmail = (text: string): boolean =>
  text.length <= EMAIL_MAX && text.indexOf('@') <= LOCAL_PART_MAX && EMAIL.test(text) && !text.includes('..');

function withDomainInAscii(email: string): string {
  const at = email.indexOf('@') + 1;
  const domain = email.slice(at);
  // One in ASCII stays as it is: digits would be read as an IP address.
  return /^[\p{ASCII}]*$/u.test(domain) ? email : email.slice(0, at) + domainToASCII(domain);
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
