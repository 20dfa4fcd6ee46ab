import type { CallOf, ResponseOf, Route } from '@hereabouts/contract/route';
import { operationOf } from '@hereabouts/contract/schemas/operations';
import { routeUrl } from '@hereabouts/contract/url';

/** An answer as it came over the wire. `body` is the parsed JSON, the text, or null when empty. */
export type Answer = { status: number; headers: Headers; body: any };

/** The parts may be left out when none is needed. */
type Optional<T> = object extends T ? [input?: T] : [input: T];

/** Somebody who calls the API: a signed-in person or an anonymous visitor. */
export type Caller = {
  /** Makes the call whatever comes of it. */
  call<R extends Route>(route: R, ...input: Optional<CallOf<R>>): Promise<Answer>;
  /** Makes a call that must succeed and returns its body. */
  ok<R extends Route>(route: R, ...input: Optional<CallOf<R>>): Promise<ResponseOf<R>>;
};

type LooseInput = { params?: object; query?: object; body?: unknown };

/** Calls the instance at `url`; as nobody while there is no token. */
export function createCaller(url: string, getToken: () => string | null): Caller {
  const call = async (route: Route, input: LooseInput = {}): Promise<Answer> => {
    const token = getToken();
    const headers = new Headers();
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const body = requestBody(route, input.body, headers);
    const response = await fetch(url + routeUrl(route, input), { method: route.method, headers, body });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : isJson ? JSON.parse(text) : text,
    };
  };
  return {
    call: (route, input?: LooseInput) => call(route, input),
    async ok(route, input?: LooseInput) {
      const answer = await call(route, input);
      if (answer.status === operationOf<Route>(route).status) return answer.body;
      throw new Error(
        `${route.method} ${route.path} answered ${answer.status}: ${JSON.stringify(answer.body)}`,
      );
    },
  };
}

function requestBody(route: Route, body: unknown, headers: Headers): string | FormData | null {
  if (body === undefined) return null;
  if (operationOf(route).body === 'image') {
    const picture = body as Blob;
    const form = new FormData();
    form.set('file', picture, 'picture');
    return form;
  }
  headers.set('content-type', 'application/json');
  return JSON.stringify(body);
}
