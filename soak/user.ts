import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOf, ResponseOf, Route } from '@hereabouts/contract/route';
import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import { routeUrl } from '@hereabouts/contract/url';
import type { HttpLog } from './http-log.ts';

export const PASSWORD = 'gorse-and-granite-49';
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_MS = 250;
const RETRY_FOR_MS = 90_000;

export type Sending = { method?: string; token?: string; body?: unknown };
export type Answered = { status: number; body: any; ackedMs: number };

/** The answer, or null for a connection that was lost or too slow. */
export async function send(
  log: HttpLog,
  url: string,
  path: string,
  { method = 'GET', token, body }: Sending = {},
): Promise<Answered | null> {
  const atMs = performance.now();
  const what = path.split('?', 1)[0]?.replaceAll(/\d+/g, 'N') ?? path;
  const done = (status: number | 'lost', code: string | null) =>
    void log.outcomes.push({ what, atMs, tookMs: performance.now() - atMs, status, code });
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        'x-supabase-api-version': AUTH_API_VERSION,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    const parsed = parse(text);
    done(response.status, codeOf(parsed));
    return { status: response.status, body: parsed, ackedMs: performance.now() };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    done('lost', cause?.code ?? name);
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function codeOf(body: unknown): string | null {
  const { error, code } = (body ?? {}) as { error?: { code?: string }; code?: unknown };
  return error?.code ?? (typeof code === 'string' ? code : null);
}

/** The request is to be made again: nothing answered, or somebody who asks for patience. */
export const mayRetry = (answer: Answered | null): answer is null =>
  answer === null || answer.status === 429 || answer.status >= 502;

/** Somebody signed in, with an HTTP client that tries again as the app's outboxes do. */
export class User {
  readonly url: string;
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly log: HttpLog;

  constructor(url: string, log: HttpLog, { id, email, token }: { id: string; email: string; token: string }) {
    this.url = url;
    this.log = log;
    this.id = id;
    this.email = email;
    this.token = token;
  }

  async try<R extends Route>(route: R, input: CallOf<R>): Promise<Answered | null> {
    const { body } = input as { body?: unknown };
    const path = routeUrl(route, input);
    return send(this.log, this.url, path, { method: route.method, token: this.token, body });
  }

  /** Tries until it is answered. @throws Error for a final refusal, and after a minute and a half */
  async persist<R extends Route>(
    route: R,
    input: CallOf<R>,
    isDone = (status: number) => status < 300,
  ): Promise<Answered & { body: ResponseOf<R> }> {
    const untilMs = performance.now() + RETRY_FOR_MS;
    for (;;) {
      const answer = await this.try(route, input);
      if (!mayRetry(answer)) {
        if (isDone(answer.status)) return answer;
        throw new Error(
          `${route.method} ${route.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
        );
      }
      if (performance.now() > untilMs) throw new Error(`${route.method} ${route.path} was never answered`);
      await sleep(RETRY_MS);
    }
  }
}

let people = 0;

export async function signUp(url: string, log: HttpLog, name: string): Promise<User> {
  people += 1;
  const email = `${name}-${people}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  for (;;) {
    const body = { email, password: PASSWORD, data: { name } };
    const answer = await send(log, url, '/auth/v1/signup', { method: 'POST', body });
    if (mayRetry(answer)) {
      await sleep(RETRY_MS);
      continue;
    }
    if (answer.status !== 200)
      throw new Error(`Sign-up answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return new User(url, log, { id: answer.body.user.id, email, token: answer.body.access_token });
  }
}
