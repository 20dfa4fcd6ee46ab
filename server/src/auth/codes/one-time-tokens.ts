import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@hereabouts/contract/durations';
import { isoOf, type Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/database.ts';
import type { OneTimeTokenKind, SignUpPayload } from '#server/db/auth-schema.ts';
import { addressKey } from '#server/rate-limits/address-key.ts';
import { FLOW_TOKEN_PREFIX } from './pkce.ts';
import { hashToken, sameHash, type KeyedTokens } from '#server/auth/tokens/opaque-tokens.ts';
import { hasCodeAsker, upsertCodeAsker } from './code-asker-repo.ts';
import {
  countWrongCode,
  deleteEarlierTokens,
  findByTokenHash,
  findOpenToken,
  insertOneTimeToken,
  listOpenCodes,
  lockByTokenHash,
  lockOpenCodes,
  markUsed,
  type OneTimeTokenRow,
} from './one-time-token-repo.ts';

/** Wrong entries that invalidate a code, counted separately for the requester and everybody else. */
const CODE_ATTEMPTS_MAX = 3;

export const LIFETIME_MS: Record<OneTimeTokenKind, number> = {
  signup: 24 * 60 * MINUTE_MS,
  recovery: 60 * MINUTE_MS,
  magiclink: 10 * MINUTE_MS,
  sms: 10 * MINUTE_MS,
  email_change_current: 60 * MINUTE_MS,
  email_change_new: 60 * MINUTE_MS,
  phone_change: 10 * MINUTE_MS,
  reauthentication: 10 * MINUTE_MS,
};

export const lifetimeMinutes = (kind: OneTimeTokenKind): number => LIFETIME_MS[kind] / MINUTE_MS;

export type Issue = {
  userId: string;
  kind: OneTimeTokenKind;
  sentTo: string;
  payload?: SignUpPayload | null;
  challenge?: string | null;
  /** The sign-up of a repeated link; without it a payload is a new sign-up. */
  signUpId?: string | undefined;
  /** The requester's network address; only its earlier tokens are replaced. */
  askedFrom?: string | undefined;
  /** Stored without a code that works. */
  withoutCode?: boolean;
  /** Stored but never valid, for an address whose state must not be revealed. */
  dead?: boolean;
};

export type LinkRedemption =
  | { state: 'redeemed' | 'used_before'; token: OneTimeTokenRow }
  | { state: 'expired' };

export type EnteredCode = {
  sentTo: string;
  code: string;
  userId?: string;
  enteredFrom: string;
};

export type Redeemable = { link: string } | EnteredCode;

/** In clear. Derived from the id: neither a table nor a job holds them. */
export type RevealedToken = { row: OneTimeTokenRow; token: string; code: string };

export type OneTimeTokens = {
  /** For a link and a code; using one consumes both. Without a payload it replaces the requester's last. */
  issue(tx: Queryable, issue: Issue): Promise<string>;
  /** Null when the token was used, replaced or has expired. */
  reveal(db: Queryable, id: string): Promise<RevealedToken | null>;
  /** Whose account a link or code is for, while it works. The account is locked before its tokens, as where all of them end. */
  findOwner(tx: Queryable, proof: Redeemable, kinds: readonly OneTimeTokenKind[]): Promise<string | null>;
  redeemLink(
    tx: Queryable,
    token: string,
    kinds: readonly OneTimeTokenKind[],
    /** A PKCE link is consumed by the exchange, not by opening it. */
    options?: { keep: boolean },
  ): Promise<LinkRedemption>;
  /** Null for a code that does not work; commit the transaction, because it counts wrong entries. */
  redeemCode(
    tx: Queryable,
    code: EnteredCode,
    kinds: readonly OneTimeTokenKind[],
  ): Promise<OneTimeTokenRow | null>;
  /** For as long as such a code works, whether or not one is issued. */
  noteAsker(db: Queryable, asked: { ip: string; sentTo: string; kind: OneTimeTokenKind }): Promise<void>;
  /** The same for an address with an account and without. */
  wasAskedFrom(db: Queryable, ip: string, sentTo: string): Promise<boolean>;
};

export function createOneTimeTokens({ clock, tokens }: { clock: Clock; tokens: KeyedTokens }): OneTimeTokens {
  const inClear = (id: string, challenge: string | null) => ({
    token: (challenge === null ? '' : FLOW_TOKEN_PREFIX) + tokens.linkToken(id),
    code: tokens.oneTimeCode(id),
  });
  const askerOf = (ip: string) => tokens.hashAddress(addressKey(ip));
  const entryOf = ({ sentTo, userId, enteredFrom }: EnteredCode, kinds: readonly OneTimeTokenKind[]) => {
    const askers = [askerOf(enteredFrom)];
    const now = isoOf(clock.now());
    return [sentTo, kinds, { now, attemptsMax: CODE_ATTEMPTS_MAX, userId, askers }] as const;
  };
  const matchOf = (open: readonly OneTimeTokenRow[], code: string) =>
    open.find(({ id, code_hash }) => sameHash(code_hash ?? '', tokens.hashCode(id, code)));
  const askerAndTarget = (ip: string, sentTo: string) => tokens.hashAddress(`${addressKey(ip)} ${sentTo}`);
  return {
    async issue(
      tx,
      {
        userId,
        kind,
        sentTo,
        askedFrom,
        signUpId,
        payload = null,
        challenge = null,
        dead = false,
        withoutCode = false,
      },
    ) {
      const askedBy = askedFrom === undefined ? null : askerOf(askedFrom);
      // Sign-ups stay side by side: only one of them is the owner's.
      if (payload === null && !dead) {
        await deleteEarlierTokens(tx, { userId, kind, askedBy, isFlow: challenge !== null });
      }
      const id = randomUUID();
      const { token, code } = inClear(id, challenge);
      const nowMs = clock.now();
      await insertOneTimeToken(tx, {
        id,
        user_id: userId,
        kind,
        sent_to: sentTo,
        token_hash: hashToken(token),
        code_hash: withoutCode ? null : tokens.hashCode(id, code),
        payload,
        code_challenge: challenge,
        sign_up_id: payload === null ? null : (signUpId ?? id),
        asked_by: askedBy,
        created_at: isoOf(nowMs),
        expires_at: isoOf(dead ? nowMs : nowMs + LIFETIME_MS[kind]),
      });
      return id;
    },

    async reveal(db, id) {
      const row = await findOpenToken(db, id, isoOf(clock.now()));
      return row ? { row, ...inClear(id, row.code_challenge) } : null;
    },

    async findOwner(tx, proof, kinds) {
      const found =
        'link' in proof
          ? await findByTokenHash(tx, hashToken(proof.link), kinds)
          : matchOf(await listOpenCodes(tx, ...entryOf(proof, kinds)), proof.code);
      return found?.user_id ?? null;
    },

    async redeemLink(tx, token, kinds, { keep } = { keep: false }) {
      const found = await lockByTokenHash(tx, hashToken(token), kinds);
      if (!found || Date.parse(found.expires_at) <= clock.now()) return { state: 'expired' };
      if (found.used_at !== null) return { state: 'used_before', token: found };
      if (!keep) await markUsed(tx, found.id, isoOf(clock.now()));
      return { state: 'redeemed', token: found };
    },

    noteAsker: (db, { ip, sentTo, kind }) =>
      upsertCodeAsker(db, {
        hash: askerAndTarget(ip, sentTo),
        expiresAt: isoOf(clock.now() + LIFETIME_MS[kind]),
      }),

    wasAskedFrom: (db, ip, sentTo) => hasCodeAsker(db, askerAndTarget(ip, sentTo), isoOf(clock.now())),

    async redeemCode(tx, entered, kinds) {
      const entry = entryOf(entered, kinds);
      const open = await lockOpenCodes(tx, ...entry);
      const match = matchOf(open, entered.code);
      if (!match) {
        const ids = open.map(({ id }) => id);
        await countWrongCode(tx, ids, entry[2].askers);
        return null;
      }
      await markUsed(tx, match.id, isoOf(clock.now()));
      return match;
    },
  };
}
