import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type {
  CallOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  BodyOf,
  RouteDefinition,
} from '@hereabouts/contract/route';
import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import { HttpError, notFound } from './errors.ts';
import { serializerSchema } from './serializer-schema.ts';
import type { Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    contract?: RouteDefinition;
  }
}

/** What a handler receives: every part of the request, parsed by the contract. */
export type Call<R extends RouteDefinition> = {
  viewer: R['access'] extends 'user' ? Viewer : null;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
};
/** An answer too long to hold in memory may be a stream of the JSON text, which goes out as it is. */
export type Handler<R extends RouteDefinition> = (call: Call<R>) => Promise<ResponseOf<R> | Readable>;
export type { CallOf };

export type ServeOptions = {
  authenticate: (token: string) => Promise<{ viewer: Viewer } | null>;
  /** Parses every answer with its Zod schema as well, so that a test sees any drift from the contract. */
  checkResponses: boolean;
};

/** Binds routes of the contract to handlers. */
export type Serve = <R extends RouteDefinition>(route: R, handler: Handler<R>) => void;

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;

export function createServe(app: FastifyInstance, { authenticate, checkResponses }: ServeOptions): Serve {
  const requireViewer = (route: RouteDefinition) => async (request: FastifyRequest) => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const session = token === undefined ? null : await authenticate(token);
    if (session === null) {
      throw new HttpError('unauthenticated', route.signedOutMessage ?? ERROR_MESSAGES.unauthenticated);
    }
    request.viewer = session.viewer;
  };

  return (route, handler) => {
    const responseSchema = route.response;
    const options: RouteOptions = {
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { contract: route, ...(route.method === 'GET' && { rateLimit: false }) },
      ...(route.access === 'user' && { onRequest: requireViewer(route) }),
      ...(responseSchema && { schema: { response: { [route.status]: serializerSchema(responseSchema) } } }),
      async handler(request, reply) {
        const call = {
          viewer: request.viewer,
          params: route.params && parseParams(route.params, request.params),
          query: route.query && parseInput(route.query, request.query),
          body:
            route.body === undefined || route.body === 'image'
              ? undefined
              : parseInput(route.body, request.body ?? {}),
          request,
          reply,
        } as Call<typeof route>;
        const answer = await handler(call);
        reply.code(route.status);
        if (responseSchema === undefined) return reply.send();
        if (answer instanceof Readable) return reply.type('application/json; charset=utf-8').send(answer);
        return checkResponses ? checkedAnswer(route, responseSchema, answer) : answer;
      },
    };
    if (route.body === 'image') routeOfForm(app, options);
    else app.route(options);
  };
}

/** Apart from the others, because what reads forms has its hooks run at every request of its scope. */
function routeOfForm(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 5, parts: 6 },
    });
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

/** An id that cannot be one names nothing: the same answer as for a missing row. */
function parseParams(schema: z.ZodMiniType, params: unknown): unknown {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  throw notFound();
}

function checkedAnswer(route: RouteDefinition, schema: z.ZodMiniType, answer: unknown): unknown {
  const result = schema.safeParse(answer);
  if (result.success) return answer;
  throw new Error(`${route.method} ${route.path} answers outside its contract: ${result.error.message}`);
}
