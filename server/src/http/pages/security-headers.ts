import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

const HSTS_MAX_AGE_S = 31_536_000;
/** The policy of data: if a browser shows it as a page, nothing may load or run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Data; other paths are pages and files. */
const DATA_PATHS = /^\/(api|auth\/v1|realtime|tiles|healthz|readyz|metrics|openapi\.json)(\/|\?|$)/;
/** Public routes of `/api` override it. */
const PRIVATE_PATHS = /^\/api(\/|\?|$)/;
/** Pages whose address is a secret or has one: it is sent as referrer to nothing that they load or link to. */
const SECRET_PATHS = /^\/(?:(?:join|add|unsubscribe)\/|(?:reset-password|confirm)(?:[/?]|$))/;
/** Unused features. Camera, position and motion are used, with the default: this origin. */
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

/** Headers are built once: building them per response took a tenth of a page's CPU. */
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
    // Effective over https only. With a self-made certificate it would block the browser's override of the
    // warning.
    ...(config.publicUrl?.startsWith('https:') &&
      !isTls && { 'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}` }),
  };
  const pageHeaders = { 'content-security-policy': pagePolicy(config), ...common };
  const secretHeaders = { ...pageHeaders, 'referrer-policy': 'no-referrer' };
  const dataHeaders = { 'content-security-policy': DATA_POLICY, ...common };
  const privateHeaders = { 'cache-control': 'no-store', ...dataHeaders };
  // For scripts, styles and fonts: most are no larger than all headers.
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

/** The policy of pages; web-app.ts adds the hashes of their scripts. */
export const pagePolicy = (config: Config): string =>
  Object.entries(contentSecurityPolicy(config))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join(';');
