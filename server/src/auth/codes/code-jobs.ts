import { SECOND_MS } from '@hereabouts/contract/durations';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import type { Queryable } from '#server/db/database.ts';
import { confirmPath, RESET_PATH, resetPath } from '#server/auth/http/confirm-path.ts';
import { redirectPath } from '#server/auth/http/link-origin.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { Identifier } from '#server/auth/accounts/user-repo.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import { accountMails } from '#server/mail/account-mails.ts';
import { askedOf } from '#server/mail/mail-job.ts';
import type { Asked } from '#server/jobs/turns.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { texts } from '#server/sms/texts.ts';
import { LIFETIME_MS, lifetimeMinutes, type RevealedToken } from './one-time-tokens.ts';
import { FLOW_TOKEN_PREFIX } from './pkce.ts';

type Landing = Pick<Client, 'origin' | 'redirectTo'>;
/** Link and code are derived from the id. */
type CodeByMail = Asked & {
  token_id: string;
  origin: string;
  redirect_to: string | null;
  new_email: string | null;
};
type CodeByText = Asked & { token_id: string };

const codeByMail = jobKind<CodeByMail>('code_by_mail');
/** Anybody can invent these addresses: a kind of its own, so that slow domains hold up nobody else. */
const codeToUnproved = jobKind<CodeByMail>('code_by_mail_to_unproved');
const codeByText = jobKind<CodeByText>('code_by_text');
/** Likewise for numbers. */
const textToUnproved = jobKind<CodeByText>('code_by_text_to_unproved');

const VERIFY_PATH = '/auth/v1/verify';

type Issued = {
  tokenId: string;
  userId: string;
  kind: OneTimeTokenKind;
  to: Identifier;
  /** A code has come back from this address before. */
  isProved: boolean;
  newEmail?: string;
};

/** Sends a link and a code after the commit of `tx`, unless they are used, replaced or expired by then. */
export async function enqueueCode(
  { jobs, clock, askedFrom }: Pick<AuthParts, 'jobs' | 'clock' | 'askedFrom'>,
  tx: Queryable,
  { tokenId, userId, kind, to, isProved, newEmail }: Issued,
  { origin, redirectTo, ip }: Landing & Pick<Client, 'ip'>,
): Promise<void> {
  const asked = askedFrom(ip);
  const options = { userId, expiresAtMs: clock.now() + LIFETIME_MS[kind] };
  if (to.email === undefined) {
    const lane = isProved ? codeByText : textToUnproved;
    return await jobs.enqueue(tx, lane, { token_id: tokenId, ...asked }, options);
  }
  const payload = {
    token_id: tokenId,
    ...asked,
    origin,
    redirect_to: redirectTo ?? null,
    new_email: newEmail ?? null,
  };
  await jobs.enqueue(tx, isProved ? codeByMail : codeToUnproved, payload, options);
}

/** Many or slow text messages delay only those who cause them. */
const TEXTS_IN_TURN = {
  concurrency: 8,
  turns: { each: 2, aside: { afterMs: SECOND_MS / 2, max: () => 76 } },
};

export function handleCodes({
  jobs,
  db,
  mail,
  sms,
  oneTimeTokens,
}: Pick<AuthParts, 'jobs' | 'db' | 'mail' | 'sms' | 'oneTimeTokens'>): void {
  for (const kind of [codeByMail, codeToUnproved]) {
    jobs.handle(
      kind,
      async (payload, { id }) => {
        const revealed = await oneTimeTokens.reveal(db, payload.token_id);
        if (revealed !== null)
          await mail.send(composeCode(revealed, payload), id, kind.name, askedOf(payload));
      },
      mail.inTurn,
    );
  }
  for (const kind of [codeByText, textToUnproved]) {
    jobs.handle(
      kind,
      async ({ token_id }, { id }) => {
        const revealed = await oneTimeTokens.reveal(db, token_id);
        if (revealed === null) return;
        const { row, code } = revealed;
        const text = texts.signInCode(code, lifetimeMinutes(row.kind));
        await sms.send({ to: row.sent_to, text }, id);
      },
      TEXTS_IN_TURN,
    );
  }
}

function composeCode({ row, token, code }: RevealedToken, payload: CodeByMail): Mail {
  const { origin, redirect_to: redirectTo, new_email: newEmail } = payload;
  const landing = { origin, redirectTo: redirectTo ?? undefined };
  const { sent_to: to, kind } = row;
  const minutes = lifetimeMinutes(kind);
  switch (kind) {
    case 'signup': {
      const back = redirectPath(landing.redirectTo, origin, '/');
      const url = new URL(confirmPath({ token, type: 'signup', back }), origin).href;
      return accountMails.confirmSignUp(to, { url, code, hours: minutes / 60 });
    }
    case 'recovery':
      return accountMails.resetPassword(to, { url: resetLink(landing, token), minutes });
    case 'email_change_current':
    case 'email_change_new':
      if (newEmail === null) {
        const back = redirectPath(landing.redirectTo, origin, '/');
        const url = new URL(confirmPath({ token, type: 'email_change', back }), origin).href;
        return accountMails.firstAddress(to, { url, code, minutes });
      }
      return accountMails.addressChange(to, { code, minutes, newEmail });
    case 'reauthentication':
      return accountMails.proveIdentity(to, { code, minutes });
    default: {
      // With PKCE also a link, which only that client can use.
      const url = token.startsWith(FLOW_TOKEN_PREFIX)
        ? verifyLink(landing, { token, type: 'magiclink', fallback: '/' })
        : null;
      return accountMails.signInCode(to, { code, url, minutes });
    }
  }
}

/** The page waits for a click: mail scanners open links. */
function resetLink(landing: Landing, token: string): string {
  if (token.startsWith(FLOW_TOKEN_PREFIX)) {
    return verifyLink(landing, { token, type: 'recovery', fallback: RESET_PATH });
  }
  const path = redirectPath(landing.redirectTo, landing.origin, RESET_PATH);
  return new URL(resetPath(path, token), landing.origin).href;
}

function verifyLink(
  { origin, redirectTo }: Landing,
  { token, type, fallback }: { token: string; type: string; fallback: string },
): string {
  const url = new URL(VERIFY_PATH, origin);
  const back = redirectPath(redirectTo, origin, fallback);
  url.search = String(new URLSearchParams({ token, type, redirect_to: origin + back }));
  return url.href;
}
