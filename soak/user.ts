import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOf, ResponseOf, Route } from '@hereabouts/contract/route';
import { AUTH_API_VERSION } from '@hereabouts/contract/auth';
import { routeUrl } from '@hereabouts/contract/url';
import type { HttpLog } from './http-log.ts';

export const PASSWORD = 'gorse-and-granite-49';
const REQUEST_TIMEOUT_MS = 15_000;
const RETRY_MS = 250;
const agent = new Agent({ keepAlive: true });
const RETRY_FOR_MS = 90_000;

export type Sending = { method?: string; token?: string; body?: unknown; timeoutMs?: number };
export type Answered = { status: number; body: any; ackedMs: number };

/** The answer, or null for a connection that was lost or too slow. */
export function send(
  log: HttpLog,
  url: string,
  path: string,
  { method = 'GET', token, body, timeoutMs = REQUEST_TIMEOUT_MS }: Sending = {},
): Promise<Answered | null> {
  const atMs = performance.now();
  const what = path.split('?', 1)[0]?.replaceAll(/\d+/g, 'N') ?? path;
  const done = (status: number | 'lost', code: string | null) => log.add({ what, atMs, status, code });
  const { hostname, port } = new URL(url);
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const lose = (error: NodeJS.ErrnoException) => {
      done('lost', error.code ?? error.name);
      resolve(null);
    };
    const outgoing = request({
      agent,
      hostname,
      port,
      path,
      method,
      headers: {
        'x-supabase-api-version': AUTH_API_VERSION,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      },
    });
    const tooLate = setTimeout(() => outgoing.destroy(new Error('No answer in time')), timeoutMs);
    outgoing.once('close', () => clearTimeout(tooLate));
    outgoing.once('error', lose);
    outgoing.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.once('error', lose);
      response.once('end', () => {
        const status = response.statusCode ?? 0;
        const parsed = parse(text);
        done(status, codeOf(parsed));
        resolve({ status, body: parsed, ackedMs: performance.now() });
      });
    });
    outgoing.end(payload);
  });
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
  /** How long it waits for an answer. */
  timeoutMs = REQUEST_TIMEOUT_MS;

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
    const { token, timeoutMs } = this;
    return send(this.log, this.url, path, { method: route.method, token, body, timeoutMs });
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
