import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createSignOut } from './sign-out.ts';
import { createLinkVisit } from './link-visit.ts';
import { readAsker, readClient, single, type Handler, type Query } from './clients.ts';
import { updateAccount } from '#server/auth/accounts/account.ts';
import { reauthenticate } from '#server/auth/accounts/owner-proof.ts';
import { authenticateRequest, bearerOf } from './bearer.ts';
import { registerFactorRoutes } from '#server/auth/factors/routes.ts';
import {
  readSessionCookie,
  readSessionCookies,
  setBrowserCookie,
  setSessionCookie,
} from './browser-cookie.ts';
import { notifyNewBrowser } from '#server/auth/notices.ts';
import { HALF_CONFIRMED, withQuery } from './link-landing.ts';
import { redirectPath } from './link-origin.ts';
import type { AuthParts } from '#server/auth/parts.ts';
import { exchangeFlowCode } from '#server/auth/codes/pkce.ts';
import { presentUser } from './present.ts';
import { publicSettings } from './public-settings.ts';
import { recover, resend, sendOneTimeCode } from '#server/auth/codes/send-codes.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { completeGrant, refreshSession, signInWithPassword } from '#server/auth/accounts/sign-in.ts';
import { isAnonymousSignUp, signUpAnonymously } from '#server/auth/accounts/anonymous.ts';
import { signUp } from '#server/auth/accounts/sign-up.ts';
import { verify } from '#server/auth/codes/verify.ts';
import { invalid } from '#server/auth/wire-error.ts';
import { registerWire } from './wire-plugin.ts';
import { NEVER_OVERLOADED } from '#server/http/limits/request-limits.ts';
import { createInVisitTurn, type InVisitTurn } from '#server/http/queues/request-turns.ts';

const KEYS_MAX_AGE_S = 600;

export function registerAuthRoutes(app: FastifyInstance, parts: AuthParts, version: string): void {
  const { publicUrl, keys, config } = parts;
  // Password hashing is slow, and must not delay people who have a session.
  const turns = {
    passwords: createInVisitTurn(),
    codes: createInVisitTurn(),
    refreshes: createInVisitTurn(),
  };

  const clientOf = (request: Query) => readClient(request, publicUrl);
  const askerOf = (request: Query) => readAsker(request, publicUrl);

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
    const onVisit = (inTurn: InVisitTurn, method: 'GET' | 'POST', url: string, handler: Handler) =>
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

    on('POST', '/logout', createSignOut(parts), NEVER_OVERLOADED);

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

    onVisit(turns.codes, 'GET', '/verify', createLinkVisit(parts, clientOf));

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
