import { mails, texts } from '#server/mail/templates.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { redirectPath } from '#server/auth/http/link-origin.ts';
import { lifetimeMinutes } from './one-time-tokens.ts';
import { confirmPath, RESET_PATH, resetPath } from '#server/auth/http/confirm-path.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { FLOW_TOKEN_PREFIX } from './pkce.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import type { AuthUserRow, Identifier } from '#server/auth/accounts/user-repo.ts';

type Issued = { token: string; code: string };
type Sender = Pick<AuthParts, 'background' | 'mail' | 'sms'>;
type Origin = Pick<Client, 'origin' | 'redirectTo'>;

const MAIL_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
const VERIFY_PATH = '/auth/v1/verify';

function sendMail({ background, mail }: Sender, message: ReturnType<(typeof mails)[keyof typeof mails]>) {
  background.deliver('sending a mail', () => mail.send(message));
}

/** Limited, because an account can cause any number of them to an unproved address (AUTH-09). */
function sendNotice(
  parts: Sender & Pick<AuthParts, 'limits'>,
  message: Parameters<typeof sendMail>[1],
  notice: Parameters<AuthParts['limits']['takeNotice']>[0],
): void {
  parts.background.run('sending a notice', async () => {
    if (await parts.limits.takeNotice(notice)) sendMail(parts, message);
  });
}

export function sendCodeByText(
  { background, sms }: Sender,
  to: string,
  code: string,
  kind: OneTimeTokenKind,
): void {
  const text = texts.signInCode(code, lifetimeMinutes(kind));
  background.deliver('sending a text message', () => sms.send({ to, text }));
}

export function sendSignUpConfirmation(
  parts: Sender,
  client: Origin,
  to: Identifier,
  { token, code }: Issued,
): void {
  if (to.email === undefined) return sendCodeByText(parts, to.phone, code, 'sms');
  const back = redirectPath(client.redirectTo, client.origin, '/');
  const url = new URL(confirmPath({ token, type: 'signup', back }), client.origin).href;
  const hours = lifetimeMinutes('signup') / 60;
  sendMail(parts, mails.confirmSignUp(to.email, { url, code, hours }));
}

function verifyLink(
  { origin, redirectTo }: Origin,
  { token, type, fallback }: { token: string; type: string; fallback: string },
): string {
  const url = new URL(VERIFY_PATH, origin);
  const back = redirectPath(redirectTo, origin, fallback);
  url.search = String(new URLSearchParams({ token, type, redirect_to: origin + back }));
  return url.href;
}

/** A mail to the owner; no text message, because those cost money. */
export function notifyAlreadySignedUp(parts: Sender, client: Origin, { email }: Identifier): void {
  if (email !== undefined)
    sendMail(parts, mails.alreadySignedUp(email, { signInUrl: `${client.origin}/login` }));
}

/** The page acts on a click: mail scanners open links. */
export function sendPasswordReset(
  parts: Sender,
  client: Origin,
  email: string,
  { token }: Pick<Issued, 'token'>,
): void {
  const minutes = lifetimeMinutes('recovery');
  sendMail(parts, mails.resetPassword(email, { url: resetLink(client, token), minutes }));
}

function resetLink(client: Origin, token: string): string {
  if (token.startsWith(FLOW_TOKEN_PREFIX)) {
    return verifyLink(client, { token, type: 'recovery', fallback: RESET_PATH });
  }
  const path = redirectPath(client.redirectTo, client.origin, RESET_PATH);
  return new URL(resetPath(path, token), client.origin).href;
}

/** A code; with PKCE also a link, which only that client can use. */
export function sendSignInCode(parts: Sender, client: Origin, to: Identifier, { token, code }: Issued): void {
  if (to.email === undefined) return sendCodeByText(parts, to.phone, code, 'sms');
  const url = token.startsWith(FLOW_TOKEN_PREFIX)
    ? verifyLink(client, { token, type: 'magiclink', fallback: '/' })
    : null;
  sendMail(parts, mails.signInCode(to.email, { code, url, minutes: lifetimeMinutes('magiclink') }));
}

export function sendAddressChange(
  parts: Sender,
  to: string,
  { code, newEmail }: { code: string; newEmail: string },
): void {
  sendMail(parts, mails.addressChange(to, { code, newEmail, minutes: lifetimeMinutes('email_change_new') }));
}

export function sendIdentityCode(parts: Sender, to: Identifier, { code }: Pick<Issued, 'code'>): void {
  if (to.email === undefined) return sendCodeByText(parts, to.phone, code, 'reauthentication');
  sendMail(parts, mails.proveIdentity(to.email, { code, minutes: lifetimeMinutes('reauthentication') }));
}

export function notifyFactorAdded(parts: Sender, email: string): void {
  sendMail(parts, mails.factorAdded(email));
}

export function notifyFactorRemoved(parts: Sender, client: Origin, email: string): void {
  sendMail(parts, mails.factorRemoved(email, { resetUrl: `${client.origin}/forgot-password` }));
}

export function notifyFactorRemovedByOperator(parts: Sender, email: string): void {
  sendMail(parts, mails.factorRemovedByOperator(email));
}

export function notifyNewBrowser(
  parts: Sender & Pick<AuthParts, 'clock' | 'limits' | 'securityLog' | 'hasMailServer'>,
  { origin, requestId, ip, agent }: Client,
  { user, session }: Pick<Grant, 'user' | 'session'>,
): void {
  parts.securityLog.record('new_browser', { userId: user.id, sessionId: session.id, requestId, ip });
  if (!parts.hasMailServer || user.email === null) return;
  const words = [agent.browser, agent.device].filter((word) => word !== null).join(' on ');
  const mail = mails.newBrowser(user.email, {
    agent: words || null,
    at: MAIL_TIME.format(parts.clock.now()),
    profileUrl: `${origin}/profile`,
  });
  sendNotice(parts, mail, { kind: 'new_browser', ip, user });
}

export function notifyPasswordChanged(
  parts: Sender & Pick<AuthParts, 'limits'>,
  { origin, ip }: Client,
  { email, user }: { email: string; user: AuthUserRow },
): void {
  const mail = mails.passwordChanged(email, { resetUrl: `${origin}/forgot-password` });
  sendNotice(parts, mail, { kind: 'password_changed', ip, user });
}

export function notifyEmailChanged(
  parts: Sender,
  client: Origin,
  { to, isOld, newEmail }: { to: string; isOld: boolean; newEmail: string },
): void {
  // The old address can no longer reset the password.
  const resetUrl = isOld ? null : `${client.origin}/forgot-password`;
  sendMail(parts, mails.emailChanged(to, { newEmail, resetUrl }));
}

export function notifyPhoneChanged(parts: Sender, client: Origin, email: string): void {
  sendMail(parts, mails.phoneChanged(email, { resetUrl: `${client.origin}/forgot-password` }));
}
