import { mails, texts } from '#server/mail/templates.ts';
import type { OneTimeTokenKind } from '#server/db/auth-schema.ts';
import { redirectPath } from './link-origin.ts';
import { lifetimeMinutes } from './one-time-tokens.ts';
import type { AuthParts, Client } from './parts.ts';
import type { Identifier } from './user-repo.ts';

type Issued = { token: string; code: string };
type Sender = Pick<AuthParts, 'background' | 'mail' | 'sms'>;
type Origin = Pick<Client, 'origin' | 'redirectTo'>;

const RESET_PATH = '/reset-password';
const VERIFY_PATH = '/auth/v1/verify';

function sendMail({ background, mail }: Sender, message: ReturnType<(typeof mails)[keyof typeof mails]>) {
  background.deliver('sending a mail', () => mail.send(message));
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
  const url = new URL(VERIFY_PATH, client.origin);
  const back = redirectPath(client.redirectTo, client.origin, '/');
  url.search = String(new URLSearchParams({ token, type: 'signup', redirect_to: client.origin + back }));
  const hours = lifetimeMinutes('signup') / 60;
  sendMail(parts, mails.confirmSignUp(to.email, { url: url.href, code, hours }));
}

/** To the owner of an address that somebody tried to sign up with again. Phones get nothing: texts cost money. */
export function tellAlreadySignedUp(parts: Sender, client: Origin, { email }: Identifier): void {
  if (email !== undefined)
    sendMail(parts, mails.alreadySignedUp(email, { signInUrl: `${client.origin}/login` }));
}

/** The page asks for a click before the token is used: mail scanners open links on their own. */
export function sendPasswordReset(
  parts: Sender,
  client: Origin,
  email: string,
  { token }: Pick<Issued, 'token'>,
): void {
  const url = new URL(redirectPath(client.redirectTo, client.origin, RESET_PATH), client.origin);
  url.searchParams.set('token_hash', token);
  url.searchParams.set('type', 'recovery');
  sendMail(parts, mails.resetPassword(email, { url: url.href, minutes: lifetimeMinutes('recovery') }));
}

export function sendSignInCode(parts: Sender, to: Identifier, { code }: Pick<Issued, 'code'>): void {
  if (to.email === undefined) return sendCodeByText(parts, to.phone, code, 'sms');
  sendMail(parts, mails.signInCode(to.email, { code, minutes: lifetimeMinutes('magiclink') }));
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

export function tellPasswordChanged(parts: Sender, client: Origin, email: string): void {
  sendMail(parts, mails.passwordChanged(email, { resetUrl: `${client.origin}/forgot-password` }));
}
