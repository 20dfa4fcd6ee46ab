import type { AuthConfig } from '#server/config.ts';
import {
  anonymousPolicies,
  attemptPolicies,
  PROOFS,
  type LimitedAction,
} from '#server/rate-limits/policies.ts';
import type { Charge, Refusal, SharedLimits } from '#server/rate-limits/shared-limits.ts';
import type { SecurityLog } from '#server/security-log.ts';
import { addressKey } from '#server/rate-limits/address-key.ts';
import { fromAddress } from '#server/rate-limits/from-address.ts';
import { createSendLimits, type SendLimits } from './send-limits.ts';
import { WireError } from '#server/auth/wire-error.ts';

export type { LimitedAction } from '#server/rate-limits/policies.ts';

type Asked = {
  requestId?: string | undefined;
  /** Identifies the owner, such as by a known browser; null for others. Called once ordinary limits refuse: the attempt then
   * counts separately. */
  own?: (() => Promise<string | null>) | undefined;
};

export type Limits = {
  /** `account`: address or id. The result refunds after a success. Never inside a transaction. @throws WireError */
  take(action: LimitedAction, ip: string, account: string, asked?: Asked): Promise<() => Promise<void>>;
  /** @throws WireError */
  takeAnonymous(client: { ip: string; requestId: string }): Promise<void>;
  /** By session; null when used up. */
  takeProof(
    sessionId: string,
    asked: { ip: string; requestId?: string | undefined },
  ): Promise<(() => Promise<void>) | null>;
} & SendLimits;

type Parts = {
  config: AuthConfig;
  shared: SharedLimits;
  securityLog: SecurityLog;
};

export function createLimits({ config, shared, securityLog }: Parts): Limits {
  const charge = async (
    ip: string,
    { usual, own, asked }: { usual: Charge[]; own: (id: string) => Charge[]; asked: Asked },
  ): Promise<Charge[] | Refusal> => {
    const refusal = await shared.take(usual);
    if (refusal === null) return usual;
    const owner = (await asked.own?.()) ?? null;
    if (owner !== null) {
      const charges = own(owner);
      if ((await shared.take(charges)) === null) return charges;
    }
    if (!refusal.repeated) {
      const { requestId } = asked;
      securityLog.record('attempts_limited', { ip, requestId, method: refusal.policy });
    }
    return refusal;
  };

  return {
    async take(action, ip, account, asked = {}) {
      const policies = attemptPolicies(action, config);
      const every = (subject: string) => (policies.every ? [{ policy: policies.every, subject }] : []);
      const charged = await charge(ip, {
        asked,
        usual: [
          { policy: policies.accountAndAddress, subject: `${account} ${addressKey(ip)}` },
          ...(policies.account ? [{ policy: policies.account, subject: account }] : []),
          ...every(account),
          ...fromAddress(policies, ip),
          ...(policies.wrongCodes ? [{ policy: policies.wrongCodes, subject: account }] : []),
        ],
        own: (id) => [{ policy: policies.own, subject: `${account} ${id}` }, ...every(`${account} ${id}`)],
      });
      if ('waitMs' in charged) throw tooManyAttempts(charged);
      return async () => await shared.refund(charged.filter(({ policy }) => policy !== policies.every));
    },

    async takeAnonymous({ ip, requestId }) {
      const refusal = await shared.take(fromAddress(anonymousPolicies(config), ip));
      if (refusal === null) return;
      if (!refusal.repeated)
        securityLog.record('attempts_limited', { ip, requestId, method: refusal.policy });
      throw tooMany('Too many guests have come from your network. Please try again later.', refusal);
    },

    async takeProof(sessionId, asked) {
      const charges = [{ policy: PROOFS, subject: sessionId }];
      const refusal = await shared.take(charges);
      if (refusal === null) return async () => await shared.refund(charges);
      if (!refusal.repeated) securityLog.record('attempts_limited', { ...asked, method: refusal.policy });
      return null;
    },

    ...createSendLimits({ config, shared, securityLog }),
  };
}

const tooMany = (text: string, { waitMs }: Refusal) =>
  new WireError('over_request_rate_limit', text, { retryAfterS: Math.ceil(waitMs / 1_000) });

const tooManyAttempts = (refusal: Refusal) =>
  tooMany('Too many attempts. Please wait a while and try again.', refusal);
