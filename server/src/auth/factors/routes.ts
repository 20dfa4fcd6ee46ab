import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { authenticateRequest, type SignedIn } from '#server/auth/http/bearer.ts';
import type { AuthParts, Client } from '#server/auth/parts.ts';
import type { Grant } from '#server/auth/sessions/sessions.ts';
import { WireError } from '#server/auth/wire-error.ts';
import { createInTurn } from '#server/http/queues/in-turn.ts';
import { challengeFactor, enrolFactor } from './enrol.ts';
import { factorNotFound, sessionNotFound } from './factor-errors.ts';
import type { FactorRow } from './factor-repo.ts';
import {
  createRecoveryCodes,
  describeRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
} from './recovery-codes.ts';
import { removeFactor } from './remove-factor.ts';
import { verifyFactor } from './verify-factor.ts';
import { verifyRecoveryCode } from './verify-recovery-code.ts';

/** These requests hold a connection while they wait for a lock. Never refused. */
const AT_ONCE = { running: 2, runningPerKey: 1, perKey: Infinity, waiting: Infinity };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const BODY_MAX_BYTES = 64 * 1024;

type Asked = { signedIn: SignedIn; client: Client; body: unknown };
type AskedOf = Asked & { factor: FactorRow };

type Serving = {
  clientOf: (request: FastifyRequest) => Client;
  answerSession: (request: FastifyRequest, reply: FastifyReply, grant: Grant) => Promise<unknown>;
};

/** Also for sessions without their second step. */
export function registerFactorRoutes(wire: FastifyInstance, parts: AuthParts, serving: Serving): void {
  const { clientOf, answerSession } = serving;
  const inTurn = createInTurn(AT_ONCE);
  // Checked before the body is read.
  const asked = new WeakMap<FastifyRequest, { signedIn: SignedIn; factor?: FactorRow }>();
  const signedInOf = async (request: FastifyRequest): Promise<SignedIn> => {
    const signedIn = await authenticateRequest(parts, request, { restricted: true });
    if (signedIn.user.is_anonymous) throw notForAnonymous();
    return signedIn;
  };
  const authenticate = async (request: FastifyRequest) => {
    const signedIn = await signedInOf(request);
    asked.set(request, { signedIn });
  };
  const authenticateFor = async (request: FastifyRequest) => {
    const signedIn = await signedInOf(request);
    asked.set(request, { signedIn, factor: factorOf(request, signedIn) });
  };
  const askedIn = async (request: FastifyRequest) => {
    const found = asked.get(request);
    if (!found) throw new Error('A factor route without its authentication');
    const { user, session } = found.signedIn;
    // The session may have ended while the body was arriving.
    const standing = await parts.liveness.standing({ userId: user.id, sessionId: session.id });
    if (standing === 'ended') throw sessionNotFound();
    return { ...found, client: clientOf(request), body: request.body };
  };

  type Route = { method: HTTPMethods; url: string };
  const on = (
    { method, url }: Route,
    handle: (asked: Asked, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ) =>
    wire.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: authenticate,
      handler: async (request, reply) => {
        const found = await askedIn(request);
        return await inTurn(found.signedIn.user.id, () => handle(found, request, reply));
      },
    });
  const onFactor = (
    { method, url }: Route,
    handle: (asked: AskedOf, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    scope: FastifyInstance = wire,
  ) =>
    scope.route({
      method,
      url,
      exposeHeadRoute: false,
      onRequest: authenticateFor,
      handler: async (request, reply) => {
        const { factor, ...rest } = await askedIn(request);
        if (!factor) throw factorNotFound();
        return await inTurn(rest.signedIn.user.id, () => handle({ ...rest, factor }, request, reply));
      },
    });

  on({ method: 'POST', url: '/factors' }, ({ client, signedIn, body }) =>
    enrolFactor(parts, client, signedIn, body),
  );
  onFactor(
    { method: 'POST', url: '/factors/:id/verify' },
    async ({ client, signedIn, factor, body }, request, reply) => {
      const grant = await verifyFactor(parts, client, signedIn, { factorId: factor.id, body });
      return await answerSession(request, reply, grant);
    },
  );
  onFactor({ method: 'DELETE', url: '/factors/:id' }, ({ client, signedIn, factor }) =>
    removeFactor(parts, client, signedIn, factor.id),
  );
  wire.register(async (scope) => {
    // The body of a challenge is ignored and need not be JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, async () => null);
    onFactor(
      { method: 'POST', url: '/factors/:id/challenge' },
      ({ client, signedIn, factor }) => challengeFactor(parts, client, signedIn, factor),
      scope,
    );
  });

  on({ method: 'GET', url: '/factors/recovery-codes' }, ({ signedIn }) =>
    describeRecoveryCodes(parts, signedIn),
  );
  on({ method: 'POST', url: '/factors/recovery-codes' }, ({ client, signedIn, body }) =>
    createRecoveryCodes(parts, client, signedIn, body),
  );
  on({ method: 'POST', url: '/factors/recovery-codes/regenerate' }, ({ client, signedIn }) =>
    regenerateRecoveryCodes(parts, client, signedIn),
  );
  on({ method: 'DELETE', url: '/factors/recovery-codes' }, ({ client, signedIn }) =>
    removeRecoveryCodes(parts, client, signedIn),
  );
  on(
    { method: 'POST', url: '/factors/recovery-codes/verify' },
    async ({ client, signedIn, body }, request, reply) =>
      await answerSession(request, reply, await verifyRecoveryCode(parts, client, signedIn, body)),
  );
}

const notForAnonymous = () =>
  new WireError('no_authorization', 'Anonymous user not allowed to perform these actions', { status: 403 });

function factorOf(request: FastifyRequest, { factors }: SignedIn): FactorRow {
  const { id } = request.params as { id: string };
  if (!UUID.test(id)) throw new WireError('validation_failed', 'factor_id must be an UUID', { status: 404 });
  const found = factors.find((factor) => factor.id === id.toLowerCase() && factor.kind === 'totp');
  if (!found) throw factorNotFound();
  return found;
}
