import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type {
  ParamsOf,
  QueryOf,
  ResponseOf,
  BodyOf,
  Operation,
  RequestLimit,
  Route,
} from '@hereabouts/contract/route';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { operationOf } from '@hereabouts/contract/schemas/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { setRequester } from '#server/async/requester.ts';
import { accountNeeded, HttpError, notFound } from './errors.ts';
import { limitOf, type CountRequest } from '#server/http/limits/request-limits.ts';
import type { RequestTurns } from '#server/http/queues/request-turns.ts';
import { serializerSchema } from './serializer-schema.ts';
import type { Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
    /** Null for anybody. */
    isStillSignedIn: (() => Promise<boolean>) | null;
  }
  interface FastifyContextConfig {
    contract?: Operation;
  }
}

export type Call<R extends Route> = {
  viewer: R['access'] extends 'anyone' ? null : R['access'] extends 'optional' ? Viewer | null : Viewer;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** For `by_effect`: call it before any change. @throws HttpError when refused */
  countAs: (limit: RequestLimit) => void;
  /** Called before each handler; handlers that wait before a change call it again. @throws HttpError `unauthenticated` */
  requireSession: () => Promise<void>;
};
export type Handler<R extends Route> = (call: Call<R>) => Promise<ResponseOf<R> | Readable>;

export type ServeOptions = {
  count: CountRequest;
  turns: RequestTurns;
  authenticate: (
    token: string,
    options: HandlerOptions & {
      headers?: IncomingHttpHeaders;
      from: string;
      verified: (userId: string) => void;
    },
  ) => Promise<{ viewer: Viewer; isStillSignedIn: () => Promise<boolean> } | null>;
  needsSecondFactor: (token: string, from: string) => Promise<boolean>;
  checkResponses: boolean;
};

export type HandlerOptions = {
  /** A valid token suffices while the database is unavailable. The browser's cookie is not required. */
  withoutDatabase?: boolean;
  /** The request takes no slot of its network address. */
  hasOwnTurn?: boolean;
  /** Awaited before the answer, outside all queues. */
  afterTurn?: () => Promise<void>;
};
type RouteHandlerOptions<R extends Route> = HandlerOptions & {
  outerQueue?: <T>(call: Call<R>, work: () => Promise<T>) => Promise<T>;
};

export type Serve = <R extends Route>(
  route: R,
  handler: Handler<R>,
  options?: RouteHandlerOptions<R>,
) => void;

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;

export function createServe(
  app: FastifyInstance,
  { authenticate, needsSecondFactor, count, turns, checkResponses }: ServeOptions,
): Serve {
  const tokenOf = ({ headers }: FastifyRequest) => BEARER.exec(headers.authorization ?? '')?.[1];
  const findViewer = async (request: FastifyRequest, options: HandlerOptions) => {
    const token = tokenOf(request);
    const { headers, ip } = request;
    const from = turnKey(ip);
    const verified = (userId: string) => {
      setRequester(userId);
      app.refuseBehindDatabase(request);
    };
    const asked = { ...options, from, verified, ...(!options.withoutDatabase && { headers }) };
    const session = token === undefined ? null : await authenticate(token, asked);
    request.viewer = session?.viewer ?? null;
    if (session !== null) return session;
    setRequester(null);
    app.refuseBehindDatabase(request);
    return null;
  };
  const signedOut = ({ signedOutMessage }: Operation) =>
    new HttpError('unauthenticated', signedOutMessage ?? ERROR_TEXTS.unauthenticated);
  const requireViewer =
    ({ access }: Route, operation: Operation, options: HandlerOptions) =>
    async (request: FastifyRequest) => {
      const session = await findViewer(request, options);
      if (session === null) {
        const token = tokenOf(request);
        if (token !== undefined && (await needsSecondFactor(token, turnKey(request.ip)))) {
          throw new HttpError('second_factor_needed', ERROR_TEXTS.second_factor_needed);
        }
        throw signedOut(operation);
      }
      if (session.viewer.isAnonymous && access !== 'any_user') throw accountNeeded();
      request.isStillSignedIn = session.isStillSignedIn;
    };

  return (route, handler, handlerOptions = {}) => {
    const operation: Operation = operationOf(route);
    const { response: responseSchema, status, params, query, body: form, heavy = false, bulk } = operation;
    const { withoutDatabase = false, hasOwnTurn = false, outerQueue } = handlerOptions;
    const inTurn = <T>(call: Call<typeof route>, limit: RequestLimit | null, work: () => Promise<T>) => {
      const { request } = call;
      if (form === 'image') return work();
      const { viewer, ip } = request;
      if (viewer === null) return turns.visits(request, work, limit);
      const isGone = () => request.raw.socket.destroyed;
      const kind = {
        isRead: route.method === 'GET',
        heavy,
        bulkChange: bulk ? { lockedEventId: bulk === 'exclusive' ? eventIdOf(call.params) : null } : null,
        limit,
        withoutDatabase,
        hasOwnTurn,
        from: turnKey(ip),
        isGone,
        ...(outerQueue && { outerQueue: <U>(inSlot: () => Promise<U>) => outerQueue(call, inSlot) }),
      };
      return turns.run(viewer, kind, work);
    };
    const options: RouteOptions = {
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { contract: operation, knowsWhoAsks: route.access !== 'anyone' },
      ...(needsViewer(route) && { onRequest: requireViewer(route, operation, handlerOptions) }),
      ...(route.access === 'optional' && {
        onRequest: async (request: FastifyRequest) => void (await findViewer(request, handlerOptions)),
      }),
      ...(responseSchema && { schema: { response: { [status]: serializerSchema(responseSchema) } } }),
      async handler(request, reply) {
        const countAs = (limit: RequestLimit) => {
          if (request.viewer !== null) count(limit, request.viewer.userId);
        };
        const requireSession = async () => {
          if (request.isStillSignedIn !== null && !(await request.isStillSignedIn()))
            throw signedOut(operation);
        };
        const call = {
          viewer: request.viewer,
          params: params && parseParams(params, request.params),
          query: query && parseInput(query, request.query),
          body: form === undefined || form === 'image' ? undefined : parseInput(form, request.body ?? {}),
          request,
          reply,
          countAs,
          requireSession,
        } as Call<typeof route>;
        const limit = limitOf(route, operation, call.body);
        if (limit !== null) countAs(limit);
        const answer = await inTurn(call, limit, async () => {
          await requireSession();
          return await handler(call);
        });
        await handlerOptions.afterTurn?.();
        reply.code(status);
        if (responseSchema === undefined) return reply.send();
        if (answer instanceof Readable) return reply.type('application/json; charset=utf-8').send(answer);
        return checkResponses ? checkedAnswer(route, responseSchema, answer) : answer;
      },
    };
    if (form === 'image') routeOfForm(app, options);
    else app.route(options);
  };
}

const eventIdOf = (params: unknown): number | null =>
  (params as { eventId?: number } | undefined)?.eventId ?? null;

const needsViewer = ({ access }: Route): boolean => access === 'user' || access === 'any_user';

/** Leaves the body of a form to the handler and discards what it does not read: that would hold up the next request on the
 * connection, which behind a proxy may be anybody's. */
function routeOfForm(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.addHook('onResponse', async ({ raw }) => void raw.resume());
    scope.route(route);
  });
}

function parseInput(schema: z.ZodMiniType, input: unknown): unknown {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
  throw new HttpError('invalid', result.error.issues[0]?.message ?? 'Invalid input', fields);
}

function parseParams(schema: z.ZodMiniType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  throw notFound();
}

function checkedAnswer(route: Route, schema: z.ZodMiniType, answer: unknown): unknown {
  const result = schema.safeParse(answer);
  if (result.success) return answer;
  throw new Error(`${route.method} ${route.path} answers outside its contract: ${result.error.message}`);
}
