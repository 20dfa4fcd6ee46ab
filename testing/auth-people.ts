import { createHash } from 'node:crypto';
import type { AuthServer, SentMail, StockClient } from './auth-server.ts';

export const PASSWORD = 'gorse-and-granite-49';
export const NEW_PASSWORD = 'limpets-at-low-tide-7';

/** What browsers send with each request, so that a session begun with it has a cookie. */
export const BROWSER_HEADERS = { 'sec-fetch-site': 'same-origin' };

export const PKCE_VERIFIER = 'v'.repeat(56);
/** What a request for a link carries so that its code is exchanged with the verifier alone. */
export const PKCE_CHALLENGE = {
  code_challenge: createHash('sha256').update(PKCE_VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
};

let addresses = 0;
/** A network address that nothing has come from so far. */
export function freshAddress(): string {
  addresses += 1;
  return `10.${addresses >> 8}.${addresses & 255}.1`;
}

let emails = 0;
/** An e-mail address that nobody has so far. */
export function freshEmail(): string {
  emails += 1;
  return `fresh${emails}@example.org`;
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Signs somebody up with the stock client. */
export async function signUp(
  server: AuthServer,
  { name, headers }: { name?: string; headers?: Record<string, string> } = {},
) {
  const client: StockClient = server.client(headers && { headers });
  const email = freshEmail();
  const { data, error } = await client.signUp({
    email,
    password: PASSWORD,
    ...(name !== undefined && { options: { data: { name } } }),
  });
  if (error) throw error;
  return { client, email, user: data.user!, session: data.session! };
}

export async function signUpByWire(server: AuthServer, headers: Record<string, string> = {}) {
  const email = freshEmail();
  const answer = await server.call('/signup', { body: { email, password: PASSWORD }, headers });
  if (answer.status !== 200) throw new Error(`/signup answered ${answer.status}: ${answer.body.code}`);
  const { access_token: token, refresh_token: refreshToken, user } = answer.body;
  return {
    email,
    id: user.id as string,
    token: token as string,
    refreshToken: refreshToken as string,
    cookies: answer.headers.getSetCookie(),
  };
}

/** The newest mail to this address, once nothing is on its way any more. */
export async function lastMailTo(server: AuthServer, email: string): Promise<SentMail> {
  const mail = (await server.mailsTo(email)).at(-1);
  if (mail === undefined) throw new Error(`No mail to ${email}`);
  return mail;
}

export const lastCodeTo = async (server: AuthServer, email: string): Promise<string> =>
  codeIn((await lastMailTo(server, email)).text);

export const lastLinkTo = async (server: AuthServer, email: string): Promise<URL> =>
  linkIn((await lastMailTo(server, email)).text);

/** Path and query, below `/auth/v1`, of the link to `/verify` in the newest mail. */
export async function lastVerifyPathTo(server: AuthServer, email: string): Promise<string> {
  const { text } = await lastMailTo(server, email);
  const path = /\/auth\/v1(\/verify\?\S+)/.exec(text)?.[1];
  if (path === undefined) throw new Error(`No link to /verify in: ${text}`);
  return path;
}

export function codeIn(text: string | undefined): string {
  const code = /\b\d{6}\b/.exec(text ?? '')?.[0];
  if (code === undefined) throw new Error(`No code in: ${text}`);
  return code;
}

export function linkIn(text: string | undefined): URL {
  const link = /https?:\/\/\S+/.exec(text ?? '')?.[0];
  if (link === undefined) throw new Error(`No link in: ${text}`);
  return new URL(link);
}

/** With its mail sent: several at once may be sent in any order. */
export async function signUpForConfirmation(
  server: AuthServer,
  email: string,
  password: string,
  name: string,
) {
  const answer = await server.client().signUp({ email, password, options: { data: { name } } });
  await server.auth.idle();
  return answer;
}

/** As the page behind the link does when its button is pressed. */
export const pressLink = (server: Pick<AuthServer, 'call'>, link: URL, type = 'signup') =>
  server.call('/verify', { body: { token_hash: link.searchParams.get('token_hash'), type } });
