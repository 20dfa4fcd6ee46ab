import * as z from 'zod/mini';
import { ERROR_STATUS, type ErrorCode } from '../errors.ts';
import type { Operation, Route } from '../route.ts';
import { routes } from '../routes.ts';
import { errorEnvelope } from './errors.ts';
import { operationOf } from './operations.ts';

type Json = { [key: string]: unknown };
type Definition = Route & Operation;

const OPENAPI_VERSION = '3.1.1';

const SIGNED_IN = [{ bearer: [] }];
const SECURITY = { anyone: [], optional: [{}, { bearer: [] }], any_user: SIGNED_IN, user: SIGNED_IN };

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' }) as Json;
  return rest;
};

const jsonContent = (schema: Json) => ({ 'application/json': { schema } });

function failures(route: Definition): Json {
  const codes: ErrorCode[] = ['rate_limited', 'internal', 'unavailable'];
  const needsSession = SECURITY[route.access] === SIGNED_IN;
  if (needsSession) codes.push('unauthenticated', 'forbidden', 'second_factor_needed');
  if (route.access === 'user') codes.push('account_needed');
  if (route.params || needsSession) codes.push('not_found');
  if (route.query || route.body) codes.push('invalid');
  if (route.method !== 'GET') codes.push('conflict', 'payload_too_large', 'unsupported_media');
  if (route.body === 'image') codes.push('unprocessable_image');
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: '#/components/responses/Failure' }]),
  );
}

function parameters(route: Definition): Json[] {
  const list = (schema: z.ZodMiniType | undefined, place: 'path' | 'query') => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = jsonSchema(schema, 'output') as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  return [...list(route.params, 'path'), ...list(route.query, 'query')];
}

function requestBody(route: Definition): Json | undefined {
  if (route.body === undefined) return undefined;
  if (route.body !== 'image') {
    return { required: true, content: jsonContent(jsonSchema(route.body, 'input')) };
  }
  const file = { type: 'object', required: ['file'], properties: { file: { contentMediaType: 'image/*' } } };
  return { required: true, content: { 'multipart/form-data': { schema: file } } };
}

function operation(name: string, route: Definition): Json {
  const body = requestBody(route);
  return {
    operationId: name,
    summary: route.summary,
    ...(route.access === 'any_user' && { description: 'Also for guests without an account.' }),
    security: SECURITY[route.access],
    parameters: parameters(route),
    ...(body && { requestBody: body }),
    responses: {
      [route.status]: {
        description: route.status === 204 ? 'Done' : 'Success',
        ...(route.response && { content: jsonContent(jsonSchema(route.response, 'output')) }),
      },
      ...failures(route),
    },
  };
}

/** OpenAPI 3.1, from the routes that server and browser use. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, address] of Object.entries<Route>(routes)) {
    const route = { ...address, ...operationOf(address) };
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(name, route);
  }
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: 'Hereabouts',
      version,
      description: 'Events, friends, invitations and answers. Sign in under /auth/v1 (the GoTrue wire).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Failure: {
          description: 'What went wrong',
          headers: {
            'Retry-After': {
              description: 'Seconds to wait; with 429 and 503',
              schema: { type: 'integer', minimum: 1 },
            },
          },
          content: jsonContent(jsonSchema(errorEnvelope, 'output')),
        },
      },
    },
  };
}
