import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

test('LOC-02 without a maps key no page may load anything from elsewhere', () => {
  const policy = contentSecurityPolicy(readConfig({ MAPS_SCRIPT_URL: 'https://maps.example/js' }));
  expect(Object.values(policy).flat().join(' ')).not.toMatch(/http|\*|unsafe/);
});

test('LOC-01 a maps key opens scripts and calls, nothing else, to the origin of the maps script', () => {
  const closed = contentSecurityPolicy(readConfig({}));
  const google = ["'self'", 'https://maps.googleapis.com'];
  expect(contentSecurityPolicy(readConfig({ MAPS_KEY: 'key' }))).toEqual({
    ...closed,
    'script-src': google,
    'connect-src': google,
  });
  const proxied = readConfig({ MAPS_KEY: 'key', MAPS_SCRIPT_URL: 'http://127.0.0.1:4100/maps/js?v=3.60' });
  expect(contentSecurityPolicy(proxied)['script-src']).toEqual(["'self'", 'http://127.0.0.1:4100']);
});
