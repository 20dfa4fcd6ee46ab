import type { ErrorCode } from '@hereabouts/contract/errors';
import type { CallOf, ResponseOf, RouteDefinition } from '@hereabouts/contract/route';
import { routeUrl } from '@hereabouts/contract/url';
import { loadChunk } from './chunk.ts';
import { takeEarlyAnswer } from './early-answers.ts';
import { logError } from './log.ts';
import type { UploadOptions } from './upload.ts';

/** The server refused or failed, in its own words. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  /** `null` where something between the browser and the server answered. */
  readonly code: ErrorCode | null;
  /** Problem by field path. */
  readonly fields: Readonly<Record<string, string>>;

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

/** No answer came: offline, unreachable, or cut off. */
export class NetworkError extends Error {
  override name = 'NetworkError';
}

type ApiConfig = {
  getToken: () => Promise<string | null>;
  /** The server no longer accepts the session. */
  onUnauthenticated: () => void;
};
let config: ApiConfig = { getToken: async () => null, onUnauthenticated: () => {} };

/** Called once by the app, so that this file need not know where sessions come from. */
export function configureApi(next: ApiConfig): void {
  config = next;
}

/** What is there of a route once the app is built (see web/browser-contract.ts). */
type BrowserRoute = Pick<RouteDefinition, 'method' | 'path' | 'access'>;

type Parts = { params?: object; query?: object; body?: unknown };
/** The parts may be left out when none is needed. */
type Args<R extends RouteDefinition, O> =
  Partial<CallOf<R>> extends CallOf<R> ? [parts?: CallOf<R>, options?: O] : [parts: CallOf<R>, options?: O];

/** How failures are written, with what reads them: not needed until there is one. */
const loadErrors = () => loadChunk(() => import('@hereabouts/contract/errors'));

/** The failure an answer stands for. */
export async function errorOf(status: number, body: unknown): Promise<ApiError> {
  const errors = await loadErrors().catch(() => null);
  const envelope = errors?.errorEnvelope.safeParse(body);
  if (!envelope?.success) return new ApiError(status, null, 'Something went wrong. Please try again.');
  const { code, message, fields } = envelope.data.error;
  return new ApiError(status, code, message, fields);
}

/**
 * Calls one route of the contract and gives its answer.
 * @throws {ApiError} the server refused or failed
 * @throws {NetworkError} no answer came
 */
export async function call<R extends RouteDefinition>(
  route: R,
  ...[parts, options]: Args<R, { signal?: AbortSignal }>
): Promise<ResponseOf<R>> {
  const { method, access }: BrowserRoute = route;
  const { body, ...rest } = (parts ?? {}) as Parts;
  const headers = new Headers({ accept: 'application/json' });
  const token = access === 'user' ? await config.getToken() : null;
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const url = routeUrl(route, rest);
  let answer: Response;
  try {
    answer =
      (method === 'GET' ? await takeEarlyAnswer(url, token) : null) ??
      (await fetch(url, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: options?.signal ?? null,
      }));
  } catch (cause) {
    if (options?.signal?.aborted) throw cause;
    throw new NetworkError('Could not reach the server', { cause });
  }
  // At hand from now on, for when the server can no longer be reached for it.
  if (answer.ok) void loadErrors().catch(() => {});
  if (answer.status === 204) return undefined as ResponseOf<R>;
  const content: unknown = await answer.json().catch((cause: unknown) => {
    if (options?.signal?.aborted) throw cause;
  });
  if (answer.ok && content !== undefined) return content as ResponseOf<R>;
  throw await failed(answer.ok ? 502 : answer.status, content);
}

async function failed(status: number, content: unknown): Promise<ApiError> {
  const error = await errorOf(status, content);
  if (status === 401) config.onUnauthenticated();
  if (status >= 500) logError('the server failed', error);
  return error;
}

type ImageRoute = RouteDefinition & { body: 'image' };

/** As `call`, for a picture: tells how much has been sent, and can be aborted. */
export async function callUpload<R extends ImageRoute>(
  route: R,
  file: Blob,
  options: UploadOptions = {},
): Promise<ResponseOf<R>> {
  const { method }: BrowserRoute = route;
  const [{ sendFile }, token] = await Promise.all([loadUpload(), config.getToken()]);
  options.signal?.throwIfAborted();
  const { status, content } = await sendFile({ method, url: routeUrl(route), token, file, ...options });
  if (status >= 200 && status < 300) return content as ResponseOf<R>;
  throw await failed(status, content);
}

/** Most visits send no picture. */
const loadUpload = () =>
  loadChunk(() => import('./upload.ts')).catch((cause: unknown) => {
    throw new NetworkError('Could not reach the server', { cause });
  });
