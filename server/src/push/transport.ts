import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.ts';

const ANSWER_WITHIN_MS = 5 * SECOND_MS;
export const CONNECTIONS_PER_SERVICE = 10;
/** The answer is not read. */
const ANSWER_MAX_BYTES = 64 * 1024;

export type PushNetwork = {
  lookup: LookupFunction;
  /** Exempt from the rules for endpoints; null in production. */
  trustedOrigin: string | null;
};
export const PUBLIC_NETWORK: PushNetwork = { lookup: lookUpName, trustedOrigin: null };

export type PushAnswer = { status: number; retryAfter: string | null };

export type PushTransport = {
  /** No redirects. @throws Error without an answer in time, or for an address that is not public */
  post(endpoint: string, headers: Record<string, string>, body: Buffer): Promise<PushAnswer>;
  close(): Promise<void>;
};

/** Checked when connecting: a name may have resolved to another address before. */
const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '');
      const all = found as unknown as LookupAddress[];
      const allowed = all.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return callback(new Error('The name has no public address'), '');
      if (options.all) (callback as unknown as (error: null, found: LookupAddress[]) => void)(null, allowed);
      else callback(null, first.address, first.family);
    });
  };

const agentOptions = {
  connections: CONNECTIONS_PER_SERVICE,
  headersTimeout: ANSWER_WITHIN_MS,
  bodyTimeout: ANSWER_WITHIN_MS,
  maxResponseSize: ANSWER_MAX_BYTES,
} as const;

export function createPushTransport({ lookup, trustedOrigin }: PushNetwork): PushTransport {
  const connect = buildConnector({ lookup: publicOnly(lookup), timeout: ANSWER_WITHIN_MS });
  const guarded = new Agent({
    ...agentOptions,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // Addresses are not looked up, so `publicOnly` does not see them.
      if (isIP(host) !== 0 && !isPublicAddress(host)) callback(new Error('The address is not public'), null);
      else connect(options, callback);
    },
  });
  const trusted = trustedOrigin === null ? null : new Agent(agentOptions);
  const agentFor = (endpoint: string): Dispatcher =>
    trusted !== null && new URL(endpoint).origin === trustedOrigin ? trusted : guarded;

  return {
    async post(endpoint, headers, body) {
      const answer = await request(endpoint, {
        method: 'POST',
        headers,
        body,
        dispatcher: agentFor(endpoint),
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.body.dump({ limit: ANSWER_MAX_BYTES });
      const retryAfter = answer.headers['retry-after'];
      return { status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
    },
    async close() {
      await Promise.all([guarded.destroy(), trusted?.destroy()]);
    },
  };
}
