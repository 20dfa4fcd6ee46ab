import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';

/** Where a server listens, and whom to trust there beside the authorities everybody trusts. */
export type ServerAddress = {
  url: string;
  /** The certificate of an authority, PEM. */
  authority?: string;
};

type Sent = { method: string; path: string; headers: Record<string, string>; body?: unknown };
/** `json` is undefined for an answer without a body. */
export type Answered = { status: number; json: unknown };

/** Calls the server as `fetch` would; that knows no authority of one's own. @throws Error when it cannot be reached */
export function send(server: ServerAddress, { method, path, headers, body }: Sent): Promise<Answered> {
  const target = new URL(server.url + path);
  const sent = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? requestSecure : requestPlain;
    const call = request(
      target,
      {
        method,
        headers: {
          ...headers,
          ...(sent !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(sent),
          }),
        },
        ...trust(server),
      },
      (response) => {
        const answered = (answer: string) => ({ status: response.statusCode ?? 0, json: parse(answer) });
        text(response).then(answered).then(resolve, reject);
      },
    );
    call.once('error', reject);
    call.end(sent);
  });
}

/** Some proxy in between may answer with a page: then only the status says anything. */
function parse(answer: string): unknown {
  try {
    return answer === '' ? undefined : JSON.parse(answer);
  } catch {
    return undefined;
  }
}

/** The transport for the stock Phoenix client. */
export const socketTo = (server: ServerAddress) =>
  class extends WebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols, trust(server));
    }
  };

/** An authority given in addition replaces the usual ones, as a server has but one certificate. */
const trust = ({ authority }: ServerAddress) => (authority === undefined ? {} : { ca: authority });
