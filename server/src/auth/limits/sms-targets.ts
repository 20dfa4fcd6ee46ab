import { parsePhoneNumberFromString, type NumberType } from 'libphonenumber-js/max';
import type { AuthConfig } from '#server/config.ts';
import { WireError } from '#server/auth/wire-error.ts';

const REFUSED_TYPES: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  // Such as 070 in the United Kingdom: charged like premium rate.
  'PERSONAL_NUMBER',
  'VOICEMAIL',
]);

/** @throws WireError */
export function checkSmsTarget(
  phone: string,
  { smsPerDay, smsCountries }: Pick<AuthConfig, 'smsPerDay' | 'smsCountries'>,
): void {
  if (smsPerDay === 0) throw new WireError('phone_provider_disabled', 'Text messages are switched off here');
  const number = parsePhoneNumberFromString(phone);
  const country = number?.country;
  const isAllowed = smsCountries === null || (country !== undefined && smsCountries.includes(country));
  if (!number?.isValid() || !isAllowed || REFUSED_TYPES.has(number.getType())) {
    throw new WireError('sms_send_failed', 'Text messages cannot be sent to this number');
  }
}
