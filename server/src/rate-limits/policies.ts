import { MINUTE_MS, HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import type { AuthConfig } from '#server/config.ts';

/** Token bucket: `max` in `windowMs`. Names are explained in docs/limits.md. */
export type Policy = {
  name: string;
  max: number;
  windowMs: number;
  /** Survives a crash of Postgres. */
  kept?: true;
};

/** Separate, so that guessing a password does not block the owner's codes, nor guessing codes of the app the recovery codes. */
export const LIMITED_ACTIONS = ['sign_in', 'sign_up', 'verify', 'factor', 'recovery_code'] as const;
export type LimitedAction = (typeof LIMITED_ACTIONS)[number];

/** Factor for limits per account from any address, and per IPv6 /48. */
export const LOOSER_FACTOR = 10;
/** Factor for all sign-ins, successful ones too. Wrong ones are refused earlier and cannot use it up: strangers lock nobody out. */
const EVERY_SIGN_IN_FACTOR = 40;
/** One chance in ten thousand for six digits. */
const WRONG_CODES_A_DAY = 100;

/** Then the session ends. */
export const PROOFS: Policy = { name: 'prove.session', max: 5, windowMs: DAY_MS };

type Attempts = Pick<AuthConfig, 'attemptsPerAccount' | 'attemptsPerAddress'>;

export function attemptPolicies(
  action: LimitedAction,
  { attemptsPerAccount: perAccount, attemptsPerAddress: perAddress }: Attempts,
) {
  const policy = (key: string, max: number, windowMs: number): Policy => ({
    name: `${action}.${key}`,
    max,
    windowMs,
  });
  const isCode = action === 'verify' || action === 'factor';
  return {
    accountAndAddress: policy('account_and_address', perAccount, 5 * MINUTE_MS),
    /** None for sign-ups, or a stranger could block an address; none for recovery codes, or anybody who knows the password could
     * block them: they are too long to be guessed. */
    account:
      action === 'sign_up' || action === 'recovery_code'
        ? null
        : policy('account', LOOSER_FACTOR * perAccount, HOUR_MS),
    /** Never refunded: each success makes a session and log lines. */
    every: action === 'sign_in' ? policy('every', EVERY_SIGN_IN_FACTOR * perAccount, HOUR_MS) : null,
    address: policy('address', perAddress, 5 * MINUTE_MS),
    network: policy('network', LOOSER_FACTOR * perAddress, 5 * MINUTE_MS),
    /** Six digits can be guessed from many addresses. */
    wrongCodes: isCode
      ? { ...policy('wrong_codes', Math.max(WRONG_CODES_A_DAY, perAccount), DAY_MS), kept: true as const }
      : null,
    /** For a known device, or the address that requested the code. */
    own: policy('own', perAccount, 5 * MINUTE_MS),
  };
}

export const anonymousPolicies = ({ anonymousPerHour: max }: Pick<AuthConfig, 'anonymousPerHour'>) => {
  const policy = (key: string, most: number): Policy => ({
    name: `anonymous.${key}`,
    max: most,
    windowMs: HOUR_MS,
  });
  return { address: policy('address', max), network: policy('network', LOOSER_FACTOR * max) };
};

export type SendChannel = 'mail' | 'sms';

/** Separate, so that a stranger who uses up one leaves the others to the owner. Resets refill within the hour in which a link
 * works. PKCE resets count separately: the link works only in the browser that asked, so the owner cannot use a stranger's. */
const TO_TARGET_A_DAY = {
  mail: { reset: 30, pkce_reset: 10, code: 15, other: 10 },
  sms: { reset: 1, pkce_reset: 1, code: 10, other: 5 },
} as const;
export type SendPurpose = keyof (typeof TO_TARGET_A_DAY)['mail'];
const OWN_TO_TARGET_A_DAY = { mail: 30, sms: 10 } as const;
const OWN_SENDS_A_DAY = 10;

/** Shares of the total: strangers, then proved addresses too; the rest is for known browsers of proved accounts. */
const STRANGERS_SHARE = 0.3;
const ACCOUNTS_SHARE = 0.4;
const ONE_SOURCE_SHARE = 0.1;
/** One machine may have an IPv4 address and an IPv6 /48: together less than the share of strangers. */
const NETWORK_SHARE = 0.15;

export const NOTICES: Policy = { name: 'mail.notice', max: 3, windowMs: HOUR_MS };

type Sends = Attempts & Pick<AuthConfig, 'sendPauseS' | 'mailsPerHour' | 'smsPerDay'>;

export function sendPolicies(channel: SendChannel, config: Sends) {
  const isMail = channel === 'mail';
  const policy = (key: string, max: number, windowMs: number): Policy => ({
    name: `${channel}.${key}`,
    max,
    windowMs,
  });
  const kept = (key: string, max: number): Policy => ({ ...policy(key, max, DAY_MS), kept: true });
  const total = isMail ? config.mailsPerHour : config.smsPerDay;
  const maxOf = (share: number) => Math.max(1, Math.floor(share * total));
  const shared = (key: string, share: number): Policy =>
    isMail ? policy(key, maxOf(share), HOUR_MS) : kept(key, maxOf(share));
  return {
    targetPause: (purpose: SendPurpose) =>
      config.sendPauseS === 0 ? null : policy(`target_pause_${purpose}`, 1, config.sendPauseS * 1_000),
    target: (purpose: SendPurpose) => kept(`target_${purpose}`, TO_TARGET_A_DAY[channel][purpose]),
    account: policy('account', config.attemptsPerAccount, HOUR_MS),
    address: policy(
      'address',
      isMail ? config.attemptsPerAddress : Math.ceil(config.attemptsPerAddress / 3),
      HOUR_MS,
    ),
    network: policy('network', LOOSER_FACTOR * config.attemptsPerAddress, HOUR_MS),
    addressShare: shared('address_part', ONE_SOURCE_SHARE),
    networkShare: shared('network_part', NETWORK_SHARE),
    /** SMS fraud is paid per range. */
    range: isMail ? null : kept('range', maxOf(ONE_SOURCE_SHARE)),
    strangers: shared('strangers', STRANGERS_SHARE),
    accounts: shared('accounts', ACCOUNTS_SHARE),
    total: shared('total', 1),
    own: kept('own', OWN_SENDS_A_DAY),
    ownTarget: kept('own_target', OWN_TO_TARGET_A_DAY[channel]),
    ownAddress: shared('own_address', ONE_SOURCE_SHARE),
  };
}

/** Characters, far above sixteen hours of typing (200,000). */
export const CHAT_POLICIES = {
  anonymous: { name: 'chat.anonymous', max: 20, windowMs: MINUTE_MS },
  person: { name: 'chat.person', max: 1_000_000, windowMs: DAY_MS, kept: true },
  personAndEvent: { name: 'chat.person_and_event', max: 300_000, windowMs: DAY_MS, kept: true },
} as const satisfies Record<string, Policy>;

/** Characters a day that a new account's network address is not charged for. Per process. */
export const OWN_TEXT_CHARS = 10_000;

/** Characters stored by new accounts of one network address, or IPv6 customer. */
export const newAccountsText = (max: number): { address: Policy; network: Policy } => ({
  address: { name: 'text.new_accounts', max, windowMs: DAY_MS, kept: true },
  network: { name: 'text.new_accounts_network', max: LOOSER_FACTOR * max, windowMs: DAY_MS, kept: true },
});

/** Caused by one person: twenty changes of an event with 500 guests. Per process. */
export const NOTIFICATIONS = { max: 10_000, windowMs: HOUR_MS };
