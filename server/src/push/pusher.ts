import { DAY_MS, HOUR_MS, SECOND_MS } from '@hereabouts/contract/durations';
import webPush from 'web-push';
import type { Clock } from '#server/clock.ts';
import { dropOldest } from '#server/lib/drop-oldest.ts';
import type { Config } from '#server/config.ts';
import { counter, type Metrics } from '#server/metrics.ts';
import { isPushEndpoint, isServiceItself } from './endpoint.ts';
import { createResolvedNames } from './resolved-names.ts';
import { createPushTransport, PUBLIC_NETWORK, type PushAnswer, type PushNetwork } from './transport.ts';
import { createServiceBreakers } from './service-breakers.ts';
import { vapidKeysOf } from './vapid-keys.ts';
import { retryAfterMs } from '#server/lib/retry-after.ts';

/** Half the time that a header may be valid for (RFC 8292). */
const HEADER_KEPT_MS = 6 * HOUR_MS;
/** Anybody can invent names below a push service. */
const HEADERS_MAX = 10_000;
/** Delay before a push is retried whose look-up is pending or whose service is being tried. */
const FIRST_ANSWER_MS = SECOND_MS;
export const RETRY_AFTER_MAX_MS = DAY_MS;
/** The services take 4,096 bytes in all. */
export const PUSH_MAX_BYTES = 3_900;

export type Subscription = { endpoint: string; p256dh: string; auth: string };
export type Urgency = 'very-low' | 'low' | 'normal' | 'high';
export type Push = { content: string; ttlS: number; urgency: Urgency; topic: string };

/** `gone`: nobody receives there. `unauthorized`: subscribed with another server key. `refused`: a retry is pointless.
 * `later`: `afterMs` null if unknown; `wasAsked`: the service was. */
export type PushResult =
  | { name: 'sent' | 'gone' | 'unauthorized' | 'refused' }
  | { name: 'later'; afterMs: number | null; wasAsked: boolean };

export type Pusher = {
  /** VAPID, base64url. */
  readonly publicKey: string;
  accepts(endpoint: string): boolean;
  /** Never throws. Of the answer, only what to do is returned. */
  send(to: Subscription, push: Push): Promise<PushResult>;
  close(): Promise<void>;
};

type Parts = {
  config: Pick<Config, 'pushHosts' | 'publicUrl' | 'operatorEmail'>;
  clock: Clock;
  metrics: Metrics;
  /** 32 bytes. */
  secret: Buffer;
  network?: PushNetwork;
};

export function createPusher({ config, clock, metrics, secret, network = PUBLIC_NETWORK }: Parts): Pusher {
  const keys = vapidKeysOf(secret);
  const results = counter(metrics, 'push_messages_total', 'Push messages by result', ['result']);
  const transport = createPushTransport(network);
  const breakers = createServiceBreakers(clock);
  const names = createResolvedNames(network.lookup, clock);
  const subject = subjectOf(config);
  const kept = new Map<string, { authorization: string; untilMs: number }>();

  const authorizationFor = (origin: string): string => {
    const known = kept.get(origin);
    if (known !== undefined && known.untilMs > clock.now()) return known.authorization;
    const headers = webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, 'aes128gcm');
    kept.delete(origin);
    kept.set(origin, { authorization: headers.Authorization, untilMs: clock.now() + HEADER_KEPT_MS });
    dropOldest(kept, HEADERS_MAX);
    return headers.Authorization;
  };

  const attempt = async (to: Subscription, push: Push): Promise<PushResult> => {
    const { origin, host, hostname } = new URL(to.endpoint);
    const isKnown = isServiceItself(host, config.pushHosts) || origin === network.trustedOrigin;
    if (!isKnown) {
      const state = names.stateOf(hostname);
      if (state !== 'resolved') return unasked(state);
    }
    const target = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } };
    const { headers, body } = webPush.generateRequestDetails(target, push.content, {
      // Typed as required; null leaves out what the kept `Authorization` header has.
      vapidDetails: null as never,
      headers: { Authorization: authorizationFor(origin) },
      TTL: push.ttlS,
      urgency: push.urgency,
      topic: push.topic,
      contentEncoding: 'aes128gcm',
    });
    const state = breakers.begin(origin, isKnown);
    if (state === 'soon' || state === 'later') return unasked(state);
    const { 'Content-Length': _, ...rest } = headers as Record<string, string>;
    try {
      const answer = await transport.post(to.endpoint, rest, body);
      breakers.end(origin, true);
      return resultOf(answer, clock.now());
    } catch {
      breakers.end(origin, false);
      return { name: 'later', afterMs: null, wasAsked: true };
    }
  };

  const accepts = (endpoint: string) =>
    isPushEndpoint(endpoint, config.pushHosts) ||
    (network.trustedOrigin !== null && URL.parse(endpoint)?.origin === network.trustedOrigin);

  return {
    publicKey: keys.publicKey,
    accepts,
    async send(to, push) {
      // Settings may have changed since it was stored, and keys may be no point of the curve.
      const result = accepts(to.endpoint)
        ? await attempt(to, push).catch((): PushResult => ({ name: 'refused' }))
        : ({ name: 'refused' } as const);
      results.inc({ result: result.name });
      return result;
    },
    close: () => transport.close(),
  };
}

/** Whom push services may turn to. */
const subjectOf = ({ operatorEmail, publicUrl }: Pick<Config, 'operatorEmail' | 'publicUrl'>): string => {
  if (operatorEmail !== null) return `mailto:${operatorEmail}`;
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:operator@localhost';
};

const unasked = (state: 'soon' | 'later' | 'waiting'): PushResult => ({
  name: 'later',
  afterMs: state === 'soon' ? FIRST_ANSWER_MS : null,
  wasAsked: false,
});

function resultOf({ status, retryAfter }: PushAnswer, nowMs: number): PushResult {
  if (status >= 200 && status < 300) return { name: 'sent' };
  if (status === 404 || status === 410) return { name: 'gone' };
  if (status === 401 || status === 403) return { name: 'unauthorized' };
  if (status === 429 || status >= 500)
    return { name: 'later', afterMs: waitOf(retryAfter, nowMs), wasAsked: true };
  return { name: 'refused' };
}

function waitOf(retryAfter: string | null, nowMs: number): number | null {
  const ms = retryAfterMs(retryAfter, nowMs);
  return ms === null ? null : Math.min(ms, RETRY_AFTER_MAX_MS);
}
