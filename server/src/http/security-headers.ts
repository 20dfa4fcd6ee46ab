import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const HSTS_MAX_AGE_S = 31_536_000;
/** What the API answers is data: should a browser show it as a page, nothing in it may load or run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Answers of the server itself, known or not; the rest are pages and files. */
const DATA_PATHS = /^\/(api|auth\/v1|realtime|tiles|healthz|readyz|metrics|openapi\.json)(\/|\?|$)/;
/** Answers that are about somebody. What is public in `/api` says so itself. */
const PRIVATE_PATHS = /^\/api(\/|\?|$)/;
/** What no page of ours uses. Camera, position and motion are used, by this origin alone, which is the default. */
const PERMISSIONS_POLICY = [
  'bluetooth',
  'display-capture',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/**
 * Says with every answer what a browser may do with it. The headers are the same all the time, and made once: working
 * them out took a tenth of what the server does for a signed-in page.
 */
export function sendSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  { isTls }: { isTls: boolean },
): void {
  const common = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Browsers heed it over https only; an instance on plain http keeps working. With a certificate of its own it would
    // take away the way past the browser's warning.
    ...(config.publicUrl?.startsWith('https:') &&
      !isTls && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}; includeSubDomains` }),
  };
  const pageHeaders = { 'content-security-policy': pagePolicy(config), ...common };
  const dataHeaders = { 'content-security-policy': DATA_POLICY, ...common };
  const privateHeaders = { 'cache-control': 'no-store', ...dataHeaders };
  // Scripts, styles and fonts of the built app: a page loads two dozen at once, and most are no larger than all of the above.
  const assetHeaders = {
    'cross-origin-resource-policy': common['cross-origin-resource-policy'],
    'x-content-type-options': common['x-content-type-options'],
  };
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    if (PRIVATE_PATHS.test(url)) reply.headers(privateHeaders);
    else if (routeOptions.config.contract !== undefined || DATA_PATHS.test(url)) reply.headers(dataHeaders);
    else reply.headers(url.startsWith('/static/') ? assetHeaders : pageHeaders);
    done();
  });
}

const pagePolicy = (config: Config): string =>
  Object.entries(contentSecurityPolicy(config))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
