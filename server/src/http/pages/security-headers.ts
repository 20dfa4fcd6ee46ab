import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const HSTS_MAX_AGE_S = 31_536_000;
/** If a browser shows data as a page, nothing may load or run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const DATA_PATHS = /^\/(api|auth\/v1|realtime|tiles|healthz|readyz|metrics|openapi\.json)(\/|\?|$)/;
/** Public routes of `/api` override it. */
const PRIVATE_PATHS = /^\/api(\/|\?|$)/;
/** Their addresses contain a secret: sent as referrer nowhere. */
const SECRET_PATHS = /^\/(?:(?:join|add|unsubscribe)\/|(?:reset-password|confirm)(?:[/?]|$))/;
/** Unused features. The used ones keep the default: this origin. */
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

/** Built once: per response it took a tenth of a page's CPU. */
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
    // Over https only. With a self-made certificate it would block the override of the browser's warning.
    ...(config.publicUrl?.startsWith('https:') &&
      !isTls && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}` }),
  };
  const pageHeaders = { 'content-security-policy': pagePolicy(config), ...common };
  const secretHeaders = { ...pageHeaders, 'referrer-policy': 'no-referrer' };
  const dataHeaders = { 'content-security-policy': DATA_POLICY, ...common };
  const privateHeaders = { 'cache-control': 'no-store', ...dataHeaders };
  // Most scripts, styles and fonts are no larger than all headers.
  const assetHeaders = {
    'cross-origin-resource-policy': common['cross-origin-resource-policy'],
    'x-content-type-options': common['x-content-type-options'],
  };
  app.addHook('onRequest', ({ url, routeOptions }, reply, done) => {
    if (PRIVATE_PATHS.test(url)) reply.headers(privateHeaders);
    else if (routeOptions.config.contract !== undefined || DATA_PATHS.test(url)) reply.headers(dataHeaders);
    else if (SECRET_PATHS.test(url)) reply.headers(secretHeaders);
    else reply.headers(url.startsWith('/static/') ? assetHeaders : pageHeaders);
    done();
  });
}

/** web-app.ts adds the hashes of scripts. */
export const pagePolicy = (config: Config): string =>
  Object.entries(contentSecurityPolicy(config))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
