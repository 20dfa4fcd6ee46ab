import type { AuthConfig } from '#server/config.ts';
import { NOTICES, sendPolicies, type SendChannel, type SendPurpose } from '#server/rate-limits/policies.ts';
import type { Charge, Refusal, SharedLimits } from '#server/rate-limits/shared-limits.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { addressKey } from '#server/rate-limits/address-key.ts';
import { fromAddress } from '#server/rate-limits/from-address.ts';
import type { AuthUserRow, Identifier } from '#server/auth/accounts/user-repo.ts';
import { WireError } from '#server/auth/wire-error.ts';

/** Digits that vary within a range. */
const RANGE_DIGITS = 4;

export type OwnBrowser = { id: string; isProved: boolean };

export type Send = {
  ip: string;
  requestId: string;
  to: Identifier;
  purpose: SendPurpose;
  userId?: string | undefined;
  /** The person's own: strangers cannot use up its limit. */
  ownAddress?: { isProved: boolean } | undefined;
  own?: (() => Promise<OwnBrowser | null>) | undefined;
};

export type Allowance = {
  /** When strangers have used up their share only proved addresses are served: call it after the response, which must not reveal
   * which they are (AUTH-09). Never inside a transaction. */
  reaches(isProved: boolean): Promise<boolean>;
};

export type SendLimits = {
  /** @throws WireError */
  takeSend(send: Send): Promise<Allowance>;
  /** `ip`: null for a proved address, or its owner's notices could be held up by using up a network address. `isDropped`: the
   * account has been sent enough of this kind. */
  takeNotice(notice: {
    kind: string;
    account: string | undefined;
    ip: string | null;
  }): Promise<{ isDropped: boolean; waitMs: number; refund: () => Promise<void> }>;
};

type Parts = { config: AuthConfig; shared: SharedLimits; securityLog: SecurityLog };
type Policies = ReturnType<typeof sendPolicies>;

const EVERYBODY: Allowance = { reaches: async () => true };

export const isProved = (user: AuthUserRow | undefined, to: Identifier): boolean =>
  user !== undefined && (to.email === undefined ? user.phone_proved_at : user.email_proved_at) !== null;

export function createSendLimits({ config, shared, securityLog }: Parts): SendLimits {
  const record = (refusal: Refusal, send?: Pick<Send, 'ip' | 'requestId'>) => {
    if (refusal.repeated) return;
    securityLog.record('attempts_limited', {
      ip: send?.ip,
      requestId: send?.requestId,
      method: refusal.policy,
    });
  };

  const takeOwn = async (channel: SendChannel, send: Send, pause: Charge[]): Promise<boolean> => {
    const browser = (await send.own?.()) ?? null;
    if (browser === null) return false;
    const policies = sendPolicies(channel, config);
    const target = addressOf(send.to);
    const refusal = await shared.take([
      ...pause,
      { policy: policies.own, subject: `${target} ${browser.id}` },
      { policy: policies.ownTarget, subject: target },
      { policy: policies.ownAddress, subject: addressKey(send.ip) },
      ...(browser.isProved ? lastShare(channel, policies) : shareOf(policies, 'accounts')),
    ]);
    return refusal === null;
  };

  return {
    async takeSend(send) {
      const { to, ip, purpose, userId, ownAddress } = send;
      const channel: SendChannel = to.email === undefined ? 'sms' : 'mail';
      const policies = sendPolicies(channel, config);
      const target = ownAddress && userId !== undefined ? userId : addressOf(to);
      const targetPause = policies.targetPause(purpose);
      const pause = targetPause ? [{ policy: targetPause, subject: target }] : [];
      const refusal = await shared.take([
        ...pause,
        { policy: policies.target(purpose), subject: target },
        ...(userId === undefined ? [] : [{ policy: policies.account, subject: userId }]),
        ...fromSource(policies, ip),
      ]);
      if (refusal !== null) {
        if (await takeOwn(channel, send, pause)) return EVERYBODY;
        record(refusal, send);
        throw tooManySends(channel, refusal);
      }
      const usedUp = await shared.take(
        ownAddress
          ? shareOf(policies, ownAddress.isProved ? null : 'accounts')
          : [
              ...(policies.range ? [{ policy: policies.range, subject: rangeOf(to) }] : []),
              ...shareOf(policies, 'strangers'),
            ],
      );
      if (usedUp === null || (await takeOwn(channel, send, []))) return EVERYBODY;
      record(usedUp, send);
      if (userId !== undefined) throw tooManySends(channel, usedUp);
      return {
        async reaches(isProvedAddress) {
          if (!isProvedAddress) return false;
          const none = await shared.take(shareOf(policies, 'accounts'));
          if (none !== null) record(none);
          return none === null;
        },
      };
    },

    async takeNotice({ kind, account, ip }) {
      const policies = sendPolicies('mail', config);
      const charges = [
        ...(account === undefined ? [] : [{ policy: NOTICES, subject: `${kind} ${account}` }]),
        ...(ip === null
          ? shareOf(policies, 'accounts')
          : [...fromSource(policies, ip), ...shareOf(policies, 'strangers')]),
      ];
      const refusal = await shared.take(charges);
      const isDropped = refusal?.policy === NOTICES.name;
      return { isDropped, waitMs: refusal?.waitMs ?? 0, refund: () => shared.refund(charges) };
    },
  };
}

const addressOf = ({ email, phone }: Identifier): string => email ?? phone;
const rangeOf = (to: Identifier): string => addressOf(to).slice(0, -RANGE_DIGITS);

const shareOf = (policies: Policies, share: 'strangers' | 'accounts' | null): Charge[] => [
  ...(share === null ? [] : [{ policy: policies[share], subject: 'all' }]),
  { policy: policies.total, subject: 'all' },
];

/** Text messages cost money: their total applies to everybody. */
const lastShare = (channel: SendChannel, policies: Policies): Charge[] =>
  channel === 'sms' ? shareOf(policies, null) : [];

const fromSource = (policies: Policies, ip: string): Charge[] => [
  ...fromAddress(policies, ip),
  ...fromAddress({ address: policies.addressShare, network: policies.networkShare }, ip),
];

const tooManySends = (channel: SendChannel, { waitMs }: Refusal) =>
  channel === 'mail'
    ? new WireError(
        'over_email_send_rate_limit',
        'An email was sent a moment ago, or too many were. Please look for it, or wait a while and try again.',
        { retryAfterS: Math.ceil(waitMs / 1_000) },
      )
    : new WireError(
        'over_sms_send_rate_limit',
        'A text message was sent a moment ago, or too many were. Please wait a while and try again.',
        { retryAfterS: Math.ceil(waitMs / 1_000) },
      );
