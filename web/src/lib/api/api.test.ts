import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routesOf } from '@hereabouts/contract/route';
import { uploadRoutes } from '@hereabouts/contract/uploads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import {
  ApiError,
  call,
  callUpload,
  configureApi,
  errorOf,
  isServerResponse,
  isOutcomeUnknown,
  isTemporary,
  NetworkError,
  READ_TIMEOUT_MS,
  ReadTimeoutError,
} from './api.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => answer(request, response));
let origin = '';
const path = (rest: string) => `${origin}${rest}`;
type Things = {
  get: {
    summary: '';
    params: z.ZodMiniObject<{ id: z.ZodMiniString }>;
    query: z.ZodMiniObject<{ page: z.ZodMiniOptional<z.ZodMiniString> }>;
    status: 200;
    response: z.ZodMiniObject<{ name: z.ZodMiniString }>;
  };
};
const get = () =>
  routesOf<Things>()({ get: { method: 'GET', path: path('/api/things/{id}'), access: 'user' } }).get;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

test('a call carries the token, its parameters and gives the answer', async () => {
  configureApi({ getToken: async () => 'secret', onUnauthenticated: () => {} });
  let seen = '';
  answer = (request, response) => {
    seen = `${request.method} ${request.url} ${request.headers.authorization}`;
    json(response, 200, { name: 'x' });
  };
  expect(await call(get(), { params: { id: 'a b' }, query: { page: '2' } })).toEqual({ name: 'x' });
  expect(seen).toBe('GET /api/things/a%20b?page=2 Bearer secret');
});

test('LIVE-10 what takes something back is sent also when its page goes', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  answer = (_request, response) => json(response, 200, { name: 'x' });
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    await call({ ...get(), method }, { params: { id: '1' }, query: {} });
  expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([false, false, true]);
});

test('ERR-01 a refusal becomes an ApiError with code, message and fields', async () => {
  answer = (_request, response) =>
    json(response, 400, {
      error: { code: 'invalid', message: 'Title is required', fields: { title: 'empty' } },
    });
  const error = await call(get(), { params: { id: '1' }, query: {} }).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    code: 'invalid',
    message: 'Title is required',
    fields: { title: 'empty' },
  });
});

test('AUTH-06 a 401 notifies the session', async () => {
  const onUnauthenticated = vi.fn<() => void>();
  configureApi({ getToken: async () => 'old', onUnauthenticated });
  answer = (_request, response) =>
    json(response, 401, { error: { code: 'unauthenticated', message: 'Please sign in to continue' } });
  await expect(call(get(), { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(onUnauthenticated).toHaveBeenCalledOnce();
});

test('what a proxy between answers is still an ApiError with readable words', async () => {
  answer = (_request, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
  await expect(call(get(), { params: { id: '1' }, query: {} })).rejects.toMatchObject({
    status: 502,
    code: null,
    message: 'Something went wrong. Please try again.',
  });
  expect(errorOf(500, { error: { code: 'made_up', message: 'x' } }).code).toBeNull();
});

test.each([
  ['the server', new ApiError(404, 'not_found', 'Not found'), true, false],
  ['a proxy', new ApiError(404, null, 'Something went wrong'), false, true],
  ['nobody', new NetworkError('Could not reach the server'), false, true],
  ['an aborted call', new DOMException('Aborted', 'AbortError'), false, false],
] as const)('ERR-05 whether %s has answered', (_who, error, isServers, isOpen) => {
  expect([isServerResponse(error), isOutcomeUnknown(error)]).toEqual([isServers, isOpen]);
});

test('CHAT-07 PWA-06 a request is sent again after a limit or a missing server, not after a refusal or a failure', () => {
  const statuses = [400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504];
  const isRetried = (status: number) => isTemporary(new ApiError(status, null, 'later'));
  expect(statuses.filter(isRetried)).toEqual([401, 408, 429, 502, 503, 504]);
  expect(isTemporary(new NetworkError('Could not reach the server'))).toBe(true);
  expect(isTemporary(new TypeError('a defect'))).toBe(false);
});

test('RSVP-05 no answer at all is a NetworkError, apart from a refusal', async () => {
  answer = (request) => request.socket.destroy();
  await expect(call(get(), { params: { id: '1' }, query: {} })).rejects.toBeInstanceOf(NetworkError);
});

test('AUTH-05 RSVP-05 without a token for now nothing is sent, and that is a NetworkError too', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  configureApi({ getToken: () => Promise.reject(new Error('unreachable')), onUnauthenticated: () => {} });
  const begin = (signal = new AbortController().signal) =>
    call(get(), { params: { id: '1' }, query: {} }, { signal });
  await expect(begin()).rejects.toBeInstanceOf(NetworkError);
  await expect(begin(AbortSignal.abort())).rejects.toHaveProperty('name', 'AbortError');
  await expect(callUpload(uploadRoutes.createUpload, new Blob())).rejects.toBeInstanceOf(NetworkError);
  const signal = AbortSignal.abort();
  await expect(callUpload(uploadRoutes.createUpload, new Blob(), { signal })).rejects.toHaveProperty(
    'name',
    'AbortError',
  );
  expect(fetched).not.toHaveBeenCalled();
  configureApi({ getToken: async () => null, onUnauthenticated: () => {} });
});

test('an aborted call is an AbortError, even during its answer', async () => {
  const abortWhile = async (reached: Promise<void>) => {
    const abort = new AbortController();
    const pending = call(get(), { params: { id: '1' }, query: {} }, { signal: abort.signal });
    const outcome = pending.catch((cause: unknown) => cause);
    await reached;
    abort.abort();
    expect(await outcome).toHaveProperty('name', 'AbortError');
  };
  const asked = Promise.withResolvers<void>();
  answer = () => asked.resolve();
  await abortWhile(asked.promise);

  const begun = Promise.withResolvers<void>();
  const fetched = vi.spyOn(globalThis, 'fetch');
  answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"name":');
    void fetched.mock.results[0]?.value.then(() => begun.resolve());
  };
  await abortWhile(begun.promise);
  expect(console.error).not.toHaveBeenCalled();
});

describe('ERR-05', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const begin = (signal?: AbortSignal) =>
    call(get(), { params: { id: '1' }, query: {} }, signal && { signal }).catch((cause: unknown) => cause);

  test('ERR-05 a read that is not answered within 20 s has failed, and is cut off', async () => {
    const [asked, cut] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = (request) => {
      request.on('close', cut.resolve);
      asked.resolve();
    };
    const outcome = vi.fn<(value: unknown) => void>();
    const pending = begin().then(outcome);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS - 1);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await pending;
    expect(outcome.mock.lastCall?.[0]).toBeInstanceOf(ReadTimeoutError);
    await cut.promise;
  });

  test('SAFE-03 a read that may take longer, as a download, is waited for', async () => {
    const asked = Promise.withResolvers<void>();
    answer = () => asked.resolve();
    const outcome = vi.fn<(value: unknown) => void>();
    const limitMs = 2 * READ_TIMEOUT_MS;
    const pending = call(get(), { params: { id: '1' }, query: {} }, { limitMs }).catch(outcome);
    await asked.promise;
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await pending;
    expect(outcome.mock.lastCall?.[0]).toBeInstanceOf(ReadTimeoutError);
  });

  test('ERR-05 an answer that stops half-way, or a token that never comes, counts as well', async () => {
    const begun = Promise.withResolvers<void>();
    const fetched = vi.spyOn(globalThis, 'fetch');
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"name":');
      void fetched.mock.results[0]?.value.then(() => begun.resolve());
    };
    const half = begin();
    await begun.promise;
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS);
    expect(await half).toBeInstanceOf(ReadTimeoutError);
    configureApi({ getToken: () => new Promise(() => {}), onUnauthenticated: () => {} });
    const tokenless = begin();
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS);
    expect(await tokenless).toBeInstanceOf(ReadTimeoutError);
    configureApi({ getToken: async () => null, onUnauthenticated: () => {} });
  });

  test('ERR-05 a read that is answered or aborted leaves no timer behind', async () => {
    answer = (_request, response) => json(response, 200, { name: 'x' });
    expect(await begin()).toEqual({ name: 'x' });
    expect(await begin(AbortSignal.abort())).toHaveProperty('name', 'AbortError');
    expect(vi.getTimerCount()).toBe(0);
  });
});
