import { SECOND_MS } from '@hereabouts/contract/durations';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createServiceBreakers } from './service-breakers.ts';

const SERVICE = 'https://fcm.googleapis.com';
const INVENTED = 'https://one.notify.windows.com';

test('PUSH-03 a service that fell silent is left alone for 30 s, then tried with one push', () => {
  const clock = createFakeClock();
  const breakers = createServiceBreakers(clock);
  const begin = () => breakers.begin(SERVICE, true);
  expect([begin(), begin()]).toEqual(['go', 'go']);
  breakers.end(SERVICE, false);
  expect(begin()).toBe('later');
  clock.advance(30 * SECOND_MS);
  expect([begin(), begin()]).toEqual(['trial', 'soon']);
  breakers.end(SERVICE, true);
  expect([begin(), begin()]).toEqual(['go', 'go']);
});

test('PUSH-03 one that anybody can invent is tried first; many of them keep no service of its own from a trial', () => {
  const clock = createFakeClock();
  const breakers = createServiceBreakers(clock);
  breakers.end(SERVICE, false);
  clock.advance(30 * SECOND_MS);
  expect([breakers.begin(INVENTED, false), breakers.begin(INVENTED, false)]).toEqual(['trial', 'soon']);
  breakers.end(INVENTED, true);
  expect(breakers.begin(INVENTED, false)).toBe('go');
  const many = Array.from({ length: 7 }, (_, nth) =>
    breakers.begin(`https://${nth}.notify.windows.com`, false),
  );
  expect(many).toEqual(['trial', 'trial', 'trial', 'trial', 'trial', 'later', 'later']);
  expect([breakers.begin(INVENTED, false), breakers.begin(SERVICE, true)]).toEqual(['go', 'trial']);
});
