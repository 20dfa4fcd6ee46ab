import { expect, test } from 'vitest';
import { directionsUrl } from './directions.ts';

const HARBOUR = { location_latitude: 49.1834, location_longitude: -2.1097 };

test.each([
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
])('EVD-04 Apple’s devices open their own maps app: %s', (userAgent) => {
  expect(directionsUrl(HARBOUR, userAgent)).toBe('https://maps.apple.com/?daddr=49.1834,-2.1097');
});

test.each([
  'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  '',
])('EVD-04 all others open the maps app that most of them have: %s', (userAgent) => {
  expect(directionsUrl(HARBOUR, userAgent)).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=49.1834,-2.1097',
  );
});
