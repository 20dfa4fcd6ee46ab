import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { reauthenticate, updateAccount } from './account.ts';
import { authenticateRequest } from './bearer.ts';
import { clearSessionCookie, isBrowser, readSessionCookie, setSessionCookie } from './browser-cookie.ts';
import { linkOrigin, redirectPath } from './link-origin.ts';
import type { AuthParts, Client } from './parts.ts';
import { presentUser } from './present.ts';
import { publicSettings } from './public-settings.ts';
import { recover, resend, sendOneTimeCode } from './send-codes.ts';
import type { Grant } from './sessions.ts';
import type { SessionSelection } from './session-repo.ts';
import { completeGrant, refreshSession, signInWithPassword } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { verify, visitLink, type LinkVisit } from './verify.ts';
import { invalid, WireError } from './wire-error.ts';
import { registerWire } from './wire-plugin.ts';

const KEYS_MAX_AGE_S = 600;

type Query = FastifyRequest<{ Querystring: Record<string, string | string[] | undefined> }>;

type Handler = (request: Query, reply: FastifyReply) => Promise<unknown>;

/** Every route of the auth service, under `/auth/v1`. */
export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts, version: string): void {
  const { publicUrl, keys, sessions, db, config } = parts;

  const clientOf = (request: Query): Client => ({
    ip: request.ip,
    isBrowser: isBrowser(request),
    origin: linkOrigin(request, publicUrl),
    redirectTo: single(request.query.redirect_to),
  });

  const answerSession = async (request: FastifyRequest, reply: FastifyReply, grant: Grant) => {
    const { cookieSecret: secret, session } = grant;
    if (secret !== null) setSessionCookie(request, reply, { sessionId: session.id, secret, publicUrl });
    return await completeGrant(parts, grant);
  };

  const grantFor = async (request: Query): Promise<Grant> => {
    const type = single(request.query.grant_type);
    if (type === 'password') return await signInWithPassword(parts, clientOf(request), request.body);
    if (type !== 'refresh_token') throw invalid('This grant_type is not supported');
    return await refreshSession(parts, request.body, (sessionId) => readSessionCookie(request, sessionId));
  };

  registerWire(app, (wire) => {
    const on = (method: 'GET' | 'POST' | 'PUT', url: string, handler: Handler) =>
      // A HEAD would run the handler: mail scanners would use up the links they look at.
      wire.route({ method, url, handler, exposeHeadRoute: false });

    on('POST', '/signup', async (request, reply) => {
      const answer = await signUp(parts, clientOf(request), request.body);
      return 'refreshToken' in answer ? await answerSession(request, reply, answer) : answer;
    });

    on('POST', '/token', async (request, reply) => {
      const grant = await grantFor(request);
      return await answerSession(request, reply, grant);
    });

    on('GET', '/user', async (request) => presentUser((await authenticateRequest(parts, request)).user));

    on('PUT', '/user', async (request) => {
      const signedIn = await authenticateRequest(parts, request);
      return presentUser(await updateAccount(parts, clientOf(request), signedIn, request.body));
    });

    on('GET', '/reauthenticate', async (request) => {
      await reauthenticate(parts, clientOf(request), await authenticateRequest(parts, request));
      return {};
    });

    on('POST', '/logout', async (request, reply) => {
      const { user, session } = await authenticateRequest(parts, request);
      const scope = single(request.query.scope) ?? 'global';
      const which = signOutSelection(scope, { userId: user.id, sessionId: session.id });
      const ended = await db.transaction((tx) => sessions.end(tx, which, 'signed_out'));
      sessions.announce(ended);
      if (scope !== 'others') clearSessionCookie(reply, session.id);
      return reply.code(204).send();
    });

    on('POST', '/recover', async (request) => {
      recover(parts, clientOf(request), request.body);
      return {};
    });

    on('POST', '/otp', async (request) => {
      sendOneTimeCode(parts, clientOf(request), request.body);
      return {};
    });

    on('POST', '/resend', async (request) => {
      resend(parts, clientOf(request), request.body);
      return {};
    });

    on('POST', '/verify', async (request, reply) => {
      const verification = await verify(parts, clientOf(request), request.body);
      if (verification.state === 'granted') return await answerSession(request, reply, verification.grant);
      return { code: '200', msg: HALF_CONFIRMED };
    });

    on('GET', '/verify', async (request, reply) => {
      const client = clientOf(request);
      const type = single(request.query.type);
      const path = redirectPath(client.redirectTo, client.origin, '/');
      let fragment: URLSearchParams;
      try {
        const visit = await visitLink(parts, client, { type, token: single(request.query.token) });
        fragment = await visitFragment(visit, async (grant) => await answerSession(request, reply, grant));
      } catch (error) {
        if (!(error instanceof WireError) || error.status >= 500) throw error;
        const { code, message } = error;
        fragment = new URLSearchParams({
          error: 'access_denied',
          error_code: code,
          error_description: message,
        });
      }
      if (type !== undefined && fragment.has('access_token')) fragment.set('type', type);
      const hash = fragment.size > 0 ? `#${fragment.toString()}` : '';
      return reply.redirect(`${publicUrl ?? ''}${path}${hash}`, 303);
    });

    on('GET', '/.well-known/jwks.json', async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_S}`);
      return { keys: keys.publicKeys() };
    });

    on('GET', '/settings', async () => publicSettings(config));
    on('GET', '/health', async () => ({
      name: 'Hereabouts',
      version,
      description: 'Hereabouts auth service',
    }));
  });
}

const HALF_CONFIRMED = 'The code was right. Please enter the one sent to the other address too.';

const single = (value: string | string[] | undefined): string | undefined =>
  (Array.isArray(value) ? value[0] : value) || undefined;

function signOutSelection(
  scope: string,
  { userId, sessionId }: { userId: string; sessionId: string },
): SessionSelection {
  switch (scope) {
    case 'local':
      return { sessionId };
    case 'others':
      return { userId, exceptSessionId: sessionId };
    case 'global':
      return { userId };
    default:
      throw invalid('The scope must be global, local or others');
  }
}

/** What a page that a link leads to finds after the `#`: never sent to a server, never in a log. */
async function visitFragment(
  visit: LinkVisit,
  answer: (grant: Grant) => ReturnType<typeof completeGrant>,
): Promise<URLSearchParams> {
  if (visit.state === 'used_before') return new URLSearchParams();
  if (visit.state === 'half_confirmed') return new URLSearchParams({ message: HALF_CONFIRMED });
  const session = await answer(visit.grant);
  return new URLSearchParams({
    access_token: session.access_token,
    refresh_token: session.refresh_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    token_type: session.token_type,
  });
}
