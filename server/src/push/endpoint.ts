/** Push services of the supported browsers (PUSH-07); a name covers what is below it. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

/** `https` on the usual port of a known push service, by its name. */
export function isPushEndpoint(endpoint: string, furtherHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const isKnown = KNOWN_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
  return (isKnown && url.port === '') || furtherHosts.includes(url.host);
}
