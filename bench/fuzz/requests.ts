import { randomBytes } from 'node:crypto';
import type { Random } from './random.ts';
import { bodyText, hostileString, valueFor, type KnownIds, type Schema } from './values.ts';

export type FuzzRequest = {
  /** Name of the route, for counting. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | string | null;
};

type Parameter = { name: string; in: 'path' | 'query'; schema: Schema };
type Operation = {
  operationId: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type OpenApi = { paths: Record<string, Record<string, Operation>> };
type Route = {
  name: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body?: Schema;
  isUpload?: boolean;
};

const text: Schema = { type: 'string' };
const address: Schema = {
  type: 'object',
  properties: { email: { type: 'string', format: 'email' }, phone: text },
};
const authBody = (...names: readonly string[]): Schema => ({
  type: 'object',
  properties: {
    ...address.properties,
    ...Object.fromEntries(names.map((name) => [name, name === 'data' ? { type: 'object' } : text])),
  },
});

/** `/auth/v1` speaks its own wire, which the OpenAPI document does not describe. */
const AUTH_ROUTES: readonly Route[] = (
  [
    ['POST', '/signup', authBody('password', 'data', 'code_challenge', 'code_challenge_method')],
    ['POST', '/token?grant_type=password', authBody('password')],
    ['POST', '/token?grant_type=refresh_token', authBody('refresh_token')],
    ['POST', '/token?grant_type=pkce', authBody('auth_code', 'code_verifier')],
    ['POST', '/recover', authBody('code_challenge', 'code_challenge_method')],
    ['POST', '/otp', authBody('data', 'create_user', 'channel')],
    ['POST', '/resend', authBody('type')],
    ['POST', '/verify', authBody('type', 'token', 'token_hash')],
    ['GET', '/verify?token=x&type=signup', undefined],
    ['GET', '/user', undefined],
    ['PUT', '/user', authBody('password', 'current_password', 'nonce', 'data', 'app_metadata')],
    ['GET', '/reauthenticate', undefined],
    ['GET', '/settings', undefined],
    ['POST', '/factors', authBody('friendly_name', 'factor_type', 'issuer')],
    ['POST', '/factors/{id}/challenge', authBody('factorId')],
    ['POST', '/factors/{id}/verify', authBody('challenge_id', 'code')],
    ['DELETE', '/factors/{id}', undefined],
    ['POST', '/factors/recovery-codes', authBody('friendly_name')],
    ['POST', '/factors/recovery-codes/verify', authBody('code')],
  ] as const
).map(([method, path, body]) => ({
  name: `auth ${method} ${path}`,
  method,
  path: `/auth/v1${path}`,
  parameters: path.includes('{id}')
    ? [{ name: 'id', in: 'path', schema: { type: 'string', format: 'uuid' } }]
    : [],
  ...(body && { body }),
}));

/** What is served besides: pages, files, tiles. Each `{x}` becomes something that does not belong there. */
const OTHER_PATHS = [
  '/uploads/{x}',
  '/uploads/{x}/{x}',
  '/{x}',
  '/event/{x}',
  '/static/{x}',
  '/healthz',
  '/metrics',
  '/openapi.json',
  '/realtime/websocket',
  '/auth/v1/{x}',
  '/api/{x}',
];

export function routesOf(document: unknown): Route[] {
  const { paths } = document as OpenApi;
  const api = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Route => {
      const content = operation.requestBody?.content ?? {};
      const body = content['application/json']?.schema;
      return {
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters,
        isUpload: 'multipart/form-data' in content,
        ...(body && { body }),
      };
    }),
  );
  const others = OTHER_PATHS.map((path): Route => ({
    name: `other ${path}`,
    method: 'GET',
    path,
    parameters: [],
  }));
  return [...api, ...AUTH_ROUTES, ...others];
}

const HOSTILITY = [0, 0, 0.03, 0.1, 0.4];
const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/json; charset=utf-16',
  '',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];

export function makeRequest(routes: readonly Route[], random: Random, known: KnownIds): FuzzRequest {
  const route = random.pick(routes);
  const hostility = random.pick(HOSTILITY);
  const valueOf = ({ schema }: Parameter) => String(valueFor(schema, random, known, hostility));
  let path = route.path.replaceAll('{x}', () => encodeURIComponent(wellFormed(hostileString(random))));
  const query = new URLSearchParams();
  for (const parameter of route.parameters) {
    if (parameter.in === 'query') {
      if (random.chance(0.5)) query.append(parameter.name, valueOf(parameter));
      continue;
    }
    const raw = wellFormed(valueOf(parameter)).slice(0, 3_000);
    path = path.replace(`{${parameter.name}}`, () => encodeURIComponent(raw));
  }
  if (random.chance(0.02)) query.append(hostileString(random), hostileString(random));
  if (query.size > 0) path += `${path.includes('?') ? '&' : '?'}${query.toString().slice(0, 6_000)}`;
  const request: FuzzRequest = {
    name: route.name,
    method: random.chance(0.02) ? random.pick(METHODS) : route.method,
    path,
    headers: {},
    body: null,
  };
  if (route.isUpload) return withUpload(request, random);
  if (route.body) {
    request.headers['content-type'] = random.chance(0.02) ? random.pick(CONTENT_TYPES) : 'application/json';
    request.body = bodyText(valueFor(route.body, random, known, hostility), random);
  }
  if (random.chance(0.02)) request.headers['range'] = 'bytes=0-18446744073709551615';
  if (random.chance(0.02)) request.headers['x-supabase-api-version'] = 'tomorrow';
  return request;
}

const wellFormed = (value: string) => value.toWellFormed();

const MAGIC = [
  'ffd8ffe0',
  '89504e470d0a1a0a',
  '474946383961',
  '52494646',
  '3c737667',
  '25504446',
  '504b0304',
];

function withUpload(request: FuzzRequest, random: Random): FuzzRequest {
  const boundary = random.chance(0.05) ? 'x'.repeat(300) : 'fuzz';
  const bytes = Buffer.concat([Buffer.from(random.pick(MAGIC), 'hex'), randomBytes(random.below(3_000))]);
  const field = random.pick(['file', 'file', 'file', '__proto__', '']);
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${random.pick(['a.png', '../a', 'a\0.gif', ''])}"\r\nContent-Type: image/png\r\n\r\n`;
  const end = random.chance(0.1) ? '' : `\r\n--${boundary}--\r\n`;
  request.headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  request.body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]);
  return request;
}
