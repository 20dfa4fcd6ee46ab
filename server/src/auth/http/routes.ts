import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { updateAccount } from '#server/auth/accounts/account.ts';
import { reauthenticate } from '#server/auth/accounts/owner-proof.ts';
import { describeAgent } from '#server/auth/sessions/agent.ts';
import { authenticateRequest, bearerOf } from './bearer.ts';
import { registerFactorRoutes } from '#server/auth/factors/routes.ts';
import {
  clearSessionCookie,
  isBrowser,
  readBrowserCookie,
  readSessionCookie,
  readSessionCookies,
  setBrowserCookie,
  setSessionCookie,
} from './browser-cookie.ts';
import { notifyNewBrowser } from '#server/auth/notices.ts';
import { hasSecondStep } from '#server/auth/factors/assurance.ts';
import { confirmPath, CONFIRMING_TYPES, RESET_PATH, resetPath } from './confirm-path.ts';
import { HALF_CONFIRMED, landingAfterError, withQuery } from './link-landing.ts';
import { linkOrigin, redirectPath } from './link-origin.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import { exchangeFlowCode, FLOW_TOKEN_PREFIX, readChallenge } from '#server/auth/codes/pkce.ts';
import { presentUser } from './present.ts';
import { publicSettings } from './public-settings.ts';
import { recover, resend, sendOneTimeCode } from '#server/auth/codes/send-codes.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { endLeftSession } from '#server/auth/sessions/left-session.ts';
import { lockAndEnd } from '#server/auth/sessions/own-sessions.ts';
import type { SessionSelection } from '#server/auth/sessions/session-repo.ts';
import { completeGrant, refreshSession, signInWithPassword } from '#server/auth/accounts/sign-in.ts';
import { isAnonymousSignUp, signUpAnonymously } from '#server/auth/accounts/anonymous.ts';
import { signUp } from '#server/auth/accounts/sign-up.ts';
import { verify, visitLink } from '#server/auth/codes/verify.ts';
import { invalid, WireError } from './wire-error.ts';
import { registerWire } from './wire-plugin.ts';
import { NEVER_OVERLOADED } from '#server/http/request-limits.ts';
import { createInTurn, perKey } from '#server/http/in-turn.ts';
import { createInVisitTurn, type InVisitTurn } from '#server/http/request-turns.ts';

const KEYS_MAX_AGE_S = 600;

type Query = FastifyRequest<{ Querystring: Record<string, string | string[] | undefined> }>;

type Handler = (request: Query, reply: FastifyReply) => Promise<unknown>;

export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts, version: string): void {
  const { publicUrl, keys, sessions, config } = parts;
  // Separate queues: password hashing is slow, and must not delay people who have a session.
  const turns = {
    passwords: createInVisitTurn(),
    codes: createInVisitTurn(),
    refreshes: createInVisitTurn(),
    signOuts: createInVisitTurn(),
  };
  /** Two sign-outs of a person at once; they have no other limit. */
  const signOutTurns = createInTurn(perKey(2));

  const clientOf = (request: Query): Client => ({
    ip: request.ip,
    requestId: request.id,
    isBrowser: isBrowser(request),
    agent: describeAgent(request.headers['user-agent']),
    browserToken: readBrowserCookie(request, publicUrl),
    origin: linkOrigin(request, publicUrl),
    redirectTo: single(request.query.redirect_to),
    challenge: null,
  });
  /** For requests that may send a link: validates the challenge first. */
  const askerOf = (request: Query): Client => ({
    ...clientOf(request),
    challenge: readChallenge(request.body),
  });

  const answerSession = async (request: FastifyRequest, reply: FastifyReply, grant: Grant) => {
    const { cookieSecret, session, browser } = grant;
    // Set again even if the browser has it: a cookie of an earlier release has fewer paths.
    const secret = cookieSecret ?? readSessionCookie(request, session.id);
    if (secret !== undefined) setSessionCookie(request, reply, { sessionId: session.id, secret, publicUrl });
    if (browser) setBrowserCookie(request, reply, { token: browser.token, publicUrl });
    if (browser?.isNew) notifyNewBrowser(parts, clientOf(request as Query), grant);
    return await completeGrant(parts, grant);
  };

  const grantFor = async (request: Query): Promise<Grant> => {
    const type = single(request.query.grant_type);
    const client = clientOf(request);
    if (type === 'password')
      return await turns.passwords(request, () => signInWithPassword(parts, client, request.body));
    if (type === 'pkce')
      return await turns.codes(request, () => exchangeFlowCode(parts, client, request.body));
    if (type !== 'refresh_token') throw invalid('This grant_type is not supported');
    const cookies = readSessionCookies(request);
    return await turns.refreshes(request, () => refreshSession(parts, client, request.body, cookies));
  };

  registerWire(app, (wire) => {
    const on = (method: 'GET' | 'POST' | 'PUT', url: string, handler: Handler, options = {}) =>
      // HEAD would run the handler, and mail scanners would consume links.
      wire.route({ method, url, handler, exposeHeadRoute: false, ...options });
    const onVisit = (inTurn: InVisitTurn, ...[method, url, handler]: Parameters<typeof on>) =>
      on(method, url, async (request, reply) => await inTurn(request, () => handler(request, reply)));

    onVisit(turns.passwords, 'POST', '/signup', async (request, reply) => {
      if (isAnonymousSignUp(request.body)) {
        const grant = await signUpAnonymously(parts, clientOf(request), request.body);
        return await answerSession(request, reply, grant);
      }
      const answer = await signUp(parts, askerOf(request), request.body);
      return 'refreshToken' in answer ? await answerSession(request, reply, answer) : answer;
    });

    on('POST', '/token', async (request, reply) => {
      const grant = await grantFor(request);
      return await answerSession(request, reply, grant);
    });

    on('GET', '/user', async (request) => {
      const { user, factors } = await authenticateRequest(parts, request, { restricted: true });
      return presentUser(user, factors);
    });

    on('PUT', '/user', async (request) => {
      const signedIn = await authenticateRequest(parts, request);
      const user = await updateAccount(parts, askerOf(request), signedIn, request.body);
      return presentUser(user, signedIn.factors);
    });

    on('GET', '/reauthenticate', async (request) => {
      await reauthenticate(parts, clientOf(request), await authenticateRequest(parts, request));
      return {};
    });

    const signOut: Handler = async (request, reply) => {
      const left = single(request.query['session']);
      if (left !== undefined) {
        const cookie = readSessionCookie(request, left);
        const end = () => endLeftSession(parts, { sessionId: left, cookie });
        if (await turns.signOuts(request, end)) clearSessionCookie(reply, left);
        return reply.code(204).send();
      }
      // A revocation is never refused.
      const { user, session, aal, factors } = await authenticateRequest(parts, request, {
        restricted: true,
        byTokenAlone: true,
      });
      const scope = single(request.query.scope) ?? 'global';
      const asked = signOutSelection(scope, { userId: user.id, sessionId: session.id });
      // A session without its second step can only end itself: the password may be stolen.
      const isRestricted = aal === 'aal1' && hasSecondStep(factors);
      const which = isRestricted ? { sessionId: session.id } : asked;
      const isNothing = isRestricted && scope === 'others';
      const end = () => lockAndEnd(parts, which, 'signed_out');
      const ended = isNothing ? [] : await signOutTurns(user.id, end);
      sessions.publishEnded(ended);
      if (scope !== 'others') clearSessionCookie(reply, session.id);
      return reply.code(204).send();
    };
    on('POST', '/logout', signOut, NEVER_OVERLOADED);

    onVisit(turns.codes, 'POST', '/recover', async (request) => {
      await recover(parts, askerOf(request), request.body);
      return {};
    });

    onVisit(turns.codes, 'POST', '/otp', async (request) => {
      await sendOneTimeCode(parts, askerOf(request), request.body);
      return {};
    });

    onVisit(turns.codes, 'POST', '/resend', async (request) => {
      await resend(parts, askerOf(request), request.body);
      return {};
    });

    onVisit(turns.codes, 'POST', '/verify', async (request, reply) => {
      const client = clientOf(request);
      const verification = await verify(parts, client, request.body, await bearerOf(parts, request));
      if (verification.state === 'granted') return await answerSession(request, reply, verification.grant);
      if (verification.state === 'flow_opened') {
        const path = redirectPath(verification.target, client.origin, '/');
        return { redirect_to: withQuery(path, { code: verification.code }) };
      }
      return { code: '200', msg: HALF_CONFIRMED };
    });

    onVisit(turns.codes, 'GET', '/verify', async (request, reply) => {
      const client = clientOf(request);
      const type = single(request.query.type);
      const path = redirectPath(client.redirectTo, client.origin, type === 'recovery' ? RESET_PATH : '/');
      const token = single(request.query.token);
      if (token !== undefined && CONFIRMING_TYPES.has(type)) {
        // Fetching a link confirms nothing: the page asks for a click.
        const page = confirmPath({ token, type: 'signup', back: path });
        return reply.redirect(`${publicUrl ?? ''}${page}`, 303);
      }
      if (token !== undefined && type === 'recovery' && !token.startsWith(FLOW_TOKEN_PREFIX)) {
        return reply.redirect(`${publicUrl ?? ''}${resetPath(path, token)}`, 303);
      }
      let landing: string;
      try {
        landing = withQuery(path, { code: await visitLink(parts, client, { type, token }) });
      } catch (error) {
        if (!(error instanceof WireError) || error.status >= 500) throw error;
        landing = landingAfterError(error, { path, isFlow: token?.startsWith(FLOW_TOKEN_PREFIX) ?? false });
      }
      reply.header('referrer-policy', 'no-referrer');
      return reply.redirect(`${publicUrl ?? ''}${landing}`, 303);
    });

    registerFactorRoutes(wire, parts, {
      clientOf: (request) => clientOf(request as Query),
      answerSession,
    });

    on('GET', '/.well-known/jwks.json', async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_S}`);
      return { keys: keys.publicKeys() };
    });

    onVisit(turns.codes, 'GET', '/settings', async () =>
      publicSettings(config, await parts.signUps.openness()),
    );
    on('GET', '/health', async () => ({
      name: 'Hereabouts',
      version,
      description: 'Hereabouts auth service',
    }));
  });
}

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
