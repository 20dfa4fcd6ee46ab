import { MINUTE_MS, HOUR_MS, DAY_MS } from '@hereabouts/contract/durations';
import type { AuthConfig } from '#server/config.ts';

/** At most `max` in `windowMs`, refilled steadily. Each name is explained in docs/limits.md. */
export type Policy = {
  name: string;
  max: number;
  windowMs: number;
  /** Counted in a table that survives a crash of Postgres. */
  kept?: true;
};

/** Each has its own attempts, so that guessing at a password does not keep its owner from using a code. */
export const LIMITED_ACTIONS = ['sign_in', 'sign_up', 'verify', 'factor'] as const;
export type LimitedAction = (typeof LIMITED_ACTIONS)[number];

/** How much looser an account or an IPv6 /48 is limited than an account from one address, or a /64. */
const LOOSER = 10;
/** Six digits and a hundred wrong codes a day: one chance in ten thousand. */
const WRONG_CODES_A_DAY = 100;

/** Wrong passwords and codes of a session whose owner has to show who they are; then it ends. */
export const PROOFS: Policy = { name: 'prove.session', max: 5, windowMs: DAY_MS };

type Attempts = Pick<AuthConfig, 'attemptsPerAccount' | 'attemptsPerAddress'>;

/** Attempts at an account: passwords, codes and sign-ups. */
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
    /** None for sign-ups: a stranger could keep an address from being signed up with at all. */
    account: action === 'sign_up' ? null : policy('account', LOOSER * perAccount, HOUR_MS),
    address: policy('address', perAddress, 5 * MINUTE_MS),
    network: policy('network', LOOSER * perAddress, 5 * MINUTE_MS),
    /** Six digits can be guessed: however many addresses guess, not more than this. */
    wrongCodes: isCode
      ? { ...policy('wrong_codes', Math.max(WRONG_CODES_A_DAY, perAccount), DAY_MS), kept: true as const }
      : null,
    /** A device that has signed in to the account before, or the address that asked for the code. */
    own: policy('own', perAccount, 5 * MINUTE_MS),
  };
}

export type SendChannel = 'mail' | 'sms';

const MAILS_TO_TARGET_A_DAY = 30;
const TEXTS_TO_TARGET_A_DAY = 10;
const OWN_SENDS_A_DAY = 10;

/**
 * Parts of the total. What anybody can make up draws from the first, a proved address from the second as well; what is
 * left is for people in a browser that is known to a proved account.
 */
const STRANGERS_PART = 0.3;
const ACCOUNTS_PART = 0.4;
/** What one network address, or one range of numbers, may take of the total. */
const ONE_SOURCE_PART = 0.1;
/** What one IPv6 /48 may take of it. */
const NETWORK_PART = 0.2;

/** Notices of one kind that one account gets: the first ones say what there is to say. */
export const NOTICES: Policy = { name: 'mail.notice', max: 3, windowMs: HOUR_MS };

type Sends = Attempts & Pick<AuthConfig, 'sendPauseS' | 'mailsPerHour' | 'smsPerDay'>;

/** Whatever sends a mail or a text message to an address that somebody typed. */
export function sendPolicies(channel: SendChannel, config: Sends) {
  const isMail = channel === 'mail';
  const policy = (key: string, max: number, windowMs: number): Policy => ({
    name: `${channel}.${key}`,
    max,
    windowMs,
  });
  const kept = (key: string, max: number): Policy => ({ ...policy(key, max, DAY_MS), kept: true });
  const total = isMail ? config.mailsPerHour : config.smsPerDay;
  const partOf = (part: number) => Math.max(1, Math.floor(part * total));
  const shared = (key: string, part: number): Policy =>
    isMail ? policy(key, partOf(part), HOUR_MS) : kept(key, partOf(part));
  const perTarget = isMail ? MAILS_TO_TARGET_A_DAY : TEXTS_TO_TARGET_A_DAY;
  return {
    targetPause: config.sendPauseS === 0 ? null : policy('target_pause', 1, config.sendPauseS * 1_000),
    target: kept('target', perTarget),
    account: policy('account', config.attemptsPerAccount, HOUR_MS),
    address: policy(
      'address',
      isMail ? config.attemptsPerAddress : Math.ceil(config.attemptsPerAddress / 3),
      HOUR_MS,
    ),
    network: policy('network', LOOSER * config.attemptsPerAddress, HOUR_MS),
    addressPart: shared('address_part', ONE_SOURCE_PART),
    networkPart: shared('network_part', NETWORK_PART),
    /** Numbers that differ in their last digits only: a range is what fraud with text messages is paid for. */
    range: isMail ? null : kept('range', partOf(ONE_SOURCE_PART)),
    strangers: shared('strangers', STRANGERS_PART),
    accounts: shared('accounts', ACCOUNTS_PART),
    total: shared('total', 1),
    own: kept('own', OWN_SENDS_A_DAY),
    ownTarget: kept('own_target', perTarget),
    ownAddress: shared('own_address', ONE_SOURCE_PART),
  };
}

/**
 * Characters a person may add to chats. Typing without a pause for sixteen hours makes some 200,000: who writes meets
 * neither, who fills the disk does.
 */
export const CHAT_POLICIES = {
  person: { name: 'chat.person', max: 1_000_000, windowMs: DAY_MS, kept: true },
  personAndEvent: { name: 'chat.person_and_event', max: 300_000, windowMs: DAY_MS, kept: true },
} as const satisfies Record<string, Policy>;
