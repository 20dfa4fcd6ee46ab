import type { Config } from '#server/config.ts';

/** A maps key allows its origin for scripts and requests; a search needs no images or styles. */
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
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
