import { randomInt } from 'node:crypto';
import { AUTH_TEXTS, INVITATION_CODE_FIELD } from '@hereabouts/contract/auth';
import { DAY_MS } from '@hereabouts/contract/durations';
import type { SignUpOpenness } from '@hereabouts/contract/settings';
import { isoIn, nowIso, type Clock } from '#server/clock.ts';
import type { UserMetadata } from '#server/db/auth-schema.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { hashToken } from '#server/auth/tokens/opaque-tokens.ts';
import * as repo from './sign-ups-repo.ts';

export type { InvitationCodeRow } from './sign-ups-repo.ts';

/** Without letters that look like digits. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 3 × 4 characters are 58 bits. */
const GROUPS = 3;
const GROUP_LENGTH = 4;
const LISTED_MAX = 200;

type Within = (tx: Queryable) => Promise<void>;

/** Who can create an account (OPS-04). Changes apply to the next request of every process. */
export type SignUps = {
  openness(): Promise<SignUpOpenness>;
  setOpenness(openness: SignUpOpenness, within: Within): Promise<void>;
  createCode(
    of: { uses: number; days: number },
    within: Within,
  ): Promise<{ id: number; code: string; expiresAt: string }>;
  listCodes(): Promise<repo.InvitationCodeRow[]>;
  deleteCode(id: number, within: Within): Promise<boolean>;
  /** Before the work of a sign-up. @throws WireError `signup_disabled` */
  check(code: string | null): Promise<void>;
  /** Before a guest asks to become an account and, in the transaction, before one does: closed means closed. @throws WireError
   * `signup_disabled` */
  checkConversion(db: Queryable): Promise<void>;
  /** In the transaction that creates a confirmed account; uses the code. @throws WireError `signup_disabled` */
  admit(tx: Queryable, code: string | null): Promise<void>;
  /** For a sign-up that waits for its confirmation: the id of its code, null if none is needed. @throws WireError
   * `signup_disabled` */
  findCode(tx: Queryable, code: string | null): Promise<number | null>;
  /** The first of these that still works, when the sign-up is confirmed, also where sign-ups are closed by then. @throws WireError
   * `signup_disabled` if all were used up or revoked meanwhile */
  useCode(tx: Queryable, codeIds: readonly number[]): Promise<void>;
};

export function createSignUps({ db, clock }: { db: Database; clock: Clock }): SignUps {
  const refused = (text: string) => new WireError('signup_disabled', text);
  const admission = async (
    tx: Queryable,
    code: string | null,
    accept: (tx: Queryable, now: string, hash: string) => Promise<number | undefined>,
  ): Promise<number | null> => {
    const openness = await repo.findOpenness(tx);
    if (openness === 'open') return null;
    if (openness === 'closed') throw refused(AUTH_TEXTS.signUpsClosed);
    if (code === null) throw refused(AUTH_TEXTS.invitationCodeMissing);
    const codeId = await accept(tx, nowIso({ clock }), hashOf(code));
    if (codeId === undefined) throw refused(AUTH_TEXTS.invitationCodeWrong);
    return codeId;
  };
  return {
    openness: () => repo.findOpenness(db),
    setOpenness: (openness, within) =>
      db.transaction(async (tx) => {
        await repo.setOpenness(tx, openness);
        await within(tx);
      }),
    createCode({ uses, days }, within) {
      const code = randomCode();
      const expiresAt = isoIn({ clock }, days * DAY_MS);
      return db.transaction(async (tx) => {
        const id = await repo.insertCode(tx, { hash: hashOf(code), uses, now: nowIso({ clock }), expiresAt });
        await within(tx);
        return { id, code, expiresAt };
      });
    },
    listCodes: () => repo.listCodes(db, nowIso({ clock }), LISTED_MAX),
    deleteCode: (id, within) =>
      db.transaction(async (tx) => {
        if (!(await repo.deleteCode(tx, id))) return false;
        await within(tx);
        return true;
      }),
    async checkConversion(tx) {
      if ((await repo.findOpenness(tx)) === 'closed') throw refused(AUTH_TEXTS.signUpsClosed);
    },
    check: async (code) => void (await admission(db, code, repo.findCode)),
    admit: async (tx, code) => void (await admission(tx, code, repo.findAndUseCode)),
    findCode: (tx, code) => admission(tx, code, repo.findCode),
    async useCode(tx, codeIds) {
      if ((await repo.findOpenness(tx)) === 'open') return;
      for (const codeId of new Set(codeIds)) if (await repo.useCode(tx, codeId)) return;
      throw refused(AUTH_TEXTS.invitationCodeWrong);
    },
  };
}

/** The code is not stored with the account. */
export function takeInvitationCode(data: UserMetadata): { code: string | null; metadata: UserMetadata } {
  const { [INVITATION_CODE_FIELD]: given, ...metadata } = data;
  return { code: typeof given === 'string' && given.trim() !== '' ? given : null, metadata };
}

const hashOf = (code: string): string => hashToken(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));

const randomCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
