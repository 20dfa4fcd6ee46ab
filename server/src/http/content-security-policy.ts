import type { Config } from '#server/config.ts';

/**
 * What pages may load, by directive. Closed to everybody else, but for the maps script where there is a key for it: its own
 * origin serves its parts and answers its calls, and a search for places without a map needs no pictures, styles or fonts.
 */
export function contentSecurityPolicy({
  mapsKey,
  mapsScriptUrl,
}: Pick<Config, 'mapsKey' | 'mapsScriptUrl'>): Record<string, string[]> {
  const maps = mapsKey === null ? [] : [new URL(mapsScriptUrl).origin];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...maps],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...maps],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
