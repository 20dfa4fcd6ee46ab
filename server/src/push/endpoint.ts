/** PUSH-07. A name covers what is below it. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

export function isPushEndpoint(endpoint: string, furtherHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  // A URL may have an empty label, which no name has.
  if (url.hostname.includes('..') || url.hostname.startsWith('.')) return false;
  const isKnown = KNOWN_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return (isKnown && url.port === '') || furtherHosts.includes(url.host);
}

/** Nobody can invent a name among these. */
const SERVICES: ReadonlySet<string> = new Set([
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
]);

export const isServiceItself = (host: string, furtherHosts: readonly string[]): boolean =>
  SERVICES.has(host) || furtherHosts.includes(host);

/** Without the fragment, which is never sent to the service: one endpoint for each device. */
export function canonicalEndpoint(endpoint: string): string {
  const url = new URL(endpoint);
  url.hash = '';
  return url.href;
}
