import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope } from '@hereabouts/contract/errors';
import type { CallOf, Operation, ResponseOf, Route } from '@hereabouts/contract/route';
import { routeUrl } from '@hereabouts/contract/url';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { now, webClock } from '#web/lib/time/clock.ts';
import { takeEarlyResponse } from './early-responses.ts';
import { logError } from '#web/lib/log.ts';
import type { UploadOptions } from './upload.ts';

/** The server refused or failed; `message` is its own text. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** `null` where something between the browser and the server answered. */
  readonly code: ErrorCode | null;
  /** Problem by field path. */
  readonly fields: Readonly<Record<string, string>>;
  /** From `Retry-After`; null without one. */
  retryAfterMs: number | null = null;

  constructor(
    status: number,
    code: ErrorCode | null,
    message: string,
    fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';

/** No response came: offline, unreachable, or cut off. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

/** False where no response came, and for the response of a proxy, which has no code. */
export const isServerResponse = (error: unknown): error is ApiError & { code: ErrorCode } =>
  error instanceof ApiError && error.code !== null;

/** No response came, or a proxy's: what was sent may have arrived or not. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.code === null);

/** Statuses worth a retry: a session that is being renewed, a time-out, a rate limit, overload, or a gateway without a server. */
const TEMPORARY_STATUSES = new Set([401, 408, 429, 502, 503, 504]);

/** The same request may succeed later. Not a 500: the server failed at this one. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && TEMPORARY_STATUSES.has(error.status));

/** Source: ERR-05. */
export const READ_TIMEOUT_MS = 20_000;
/** For writes that are repeated later, where once more does no harm, and for those that later ones wait for. */
export const WRITE_TIMEOUT_MS = 15_000;
/** For revocations, which are repeated until the server has them. */
export const REVOCATION_TIMEOUT_MS = 10_000;

/** The response to a read did not come in time. */
export class ReadTimeoutError extends NetworkError {
  override name = 'ReadTimeoutError';
}

type ApiConfig = {
  getToken: () => Promise<string | null>;
  /** A 401, or a missing second step. */
  onUnauthenticated: () => void;
  onResponse?: (response: Response, times: { askedAtMs: number; respondedAtMs: number }) => void;
};
let config: ApiConfig = { getToken: async () => null, onUnauthenticated: () => {} };

/** Called once by the app, so that this file need not know where sessions come from. */
export function configureApi(next: ApiConfig): void {
  config = next;
}

type RequestInput = { params?: object; query?: object; body?: unknown };
/** The input may be omitted where none is needed. */
type Args<R extends Route, O> =
  Partial<CallOf<R>> extends CallOf<R> ? [input?: CallOf<R>, options?: O] : [input: CallOf<R>, options?: O];

/** A malformed failure comes from a proxy. */
export function errorOf(status: number, body: unknown): ApiError {
  const { error } = (body ?? {}) as Partial<ErrorEnvelope>;
  if (typeof error?.message !== 'string' || !Object.hasOwn(ERROR_STATUS, error.code)) {
    return new ApiError(status, null, 'Something went wrong. Please try again.');
  }
  return new ApiError(status, error.code, error.message, error.fields);
}

/** `limitMs`: timeout; without it, 20 s for a read and the browser's for a write. `keepalive`: sent even when the page is closed,
 * as each DELETE is; its body must be far below 64 kB. */
type CallOptions = { signal?: AbortSignal; limitMs?: number; keepalive?: boolean };

/** @throws {ApiError} the server refused or failed
 * @throws {NetworkError} no response came, or not in time */
export function call<R extends Route>(
  route: R,
  ...[input, options = {}]: Args<R, CallOptions>
): Promise<ResponseOf<R>> {
  const { signal, limitMs, keepalive = route.method === 'DELETE' } = options;
  const send = (within: AbortSignal | null) =>
    exchange(route, (input ?? {}) as RequestInput, within, keepalive);
  if (route.method === 'GET') return withinTime(send, signal, limitMs ?? READ_TIMEOUT_MS, ReadTimeoutError);
  return limitMs ? withinTime(send, signal, limitMs, NetworkError) : send(signal ?? null);
}

async function withinTime<T>(
  send: (signal: AbortSignal) => Promise<T>,
  outer: AbortSignal | undefined,
  limitMs: number,
  LateError: typeof NetworkError,
): Promise<T> {
  const limit = new AbortController();
  const abort = () => limit.abort(outer?.reason);
  if (outer?.aborted) abort();
  outer?.addEventListener('abort', abort);
  let stopWaiting = () => {};
  const late = new Promise<never>((_resolve, reject) => {
    stopWaiting = webClock.after(limitMs, () => {
      reject(new LateError('The server took too long to answer'));
      limit.abort();
    });
  });
  try {
    return await Promise.race([send(limit.signal), late]);
  } finally {
    stopWaiting();
    outer?.removeEventListener('abort', abort);
  }
}

async function exchange<R extends Route>(
  route: R,
  input: RequestInput,
  signal: AbortSignal | null,
  keepalive: boolean,
): Promise<ResponseOf<R>> {
  const { method, access } = route;
  const { body, ...rest } = input;
  const headers = new Headers({ accept: 'application/json' });
  if (body !== undefined) headers.set('content-type', 'application/json');
  const url = routeUrl(route, rest);
  let response: Response;
  try {
    const token = access !== 'anyone' ? await config.getToken() : null;
    if (token) headers.set('authorization', `Bearer ${token}`);
    const early = method === 'GET' ? await takeEarlyResponse(url, token) : null;
    const startedAtMs = now();
    response =
      early?.response ??
      (await fetch(url, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal,
        keepalive,
      }));
    const { askedAtMs = startedAtMs, respondedAtMs = now() } = early ?? {};
    config.onResponse?.(response, { askedAtMs, respondedAtMs });
  } catch (cause) {
    throw unreachable(cause, signal);
  }
  if (response.status === 204) return undefined as ResponseOf<R>;
  const content: unknown = await response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
  });
  if (response.ok && content !== undefined) return content as ResponseOf<R>;
  throw failed(response.ok ? 502 : response.status, content, response.headers.get('retry-after'));
}

/** Says that no response came, also where no token could be had. @throws the reason where the call was aborted */
function unreachable(cause: unknown, signal?: AbortSignal | null): NetworkError {
  signal?.throwIfAborted();
  return new NetworkError('Could not reach the server', { cause });
}

function failed(status: number, content: unknown, retryAfter?: string | null): ApiError {
  const error = errorOf(status, content);
  const seconds = Number.parseInt(retryAfter ?? '', 10);
  if (seconds >= 0) error.retryAfterMs = seconds * 1_000;
  if (status === 401 || error.code === 'second_factor_needed') config.onUnauthenticated();
  if (status >= 500) logError('the server failed', error);
  return error;
}

type ImageRoute = Route<Operation & { readonly body: 'image' }>;

/** As `call`, for a picture, with progress. */
export async function callUpload<R extends ImageRoute>(
  route: R,
  file: Blob,
  options: UploadOptions = {},
): Promise<ResponseOf<R>> {
  const { method } = route;
  const { signal } = options;
  const [{ sendFile }, token] = await Promise.all([loadUpload(), config.getToken()]).catch(
    (cause: unknown) => {
      throw unreachable(cause, signal);
    },
  );
  signal?.throwIfAborted();
  const { status, content } = await sendFile({ method, url: routeUrl(route), token, file, ...options });
  if (status >= 200 && status < 300) return content as ResponseOf<R>;
  throw failed(status, content);
}

const loadUpload = () => loadChunk(() => import('./upload.ts'));
