import { expect, test } from 'vitest';
import { sessionName, sessionTimes } from './session-words.ts';

const NOW = Date.parse('2026-11-21T19:40:00Z');
const options = { now: NOW, timeZone: 'Europe/Jersey' };
const SESSION = {
  id: '00000000-0000-4000-8000-000000000000',
  browser: 'Firefox',
  device: 'Windows',
  started_at: '2026-11-03T08:10:00.000Z',
  last_used_at: '2026-11-20T17:00:00.000Z',
  is_current: false,
};

test('SESS-01 a session is named by its browser and device, as far as they are known', () => {
  const name = (browser: string | null, device: string | null) => sessionName({ browser, device });
  expect(name('Firefox', 'Windows')).toBe('Firefox on Windows');
  expect(name('Firefox', null)).toBe('Firefox');
  expect(name(null, 'iPhone')).toBe('Unknown browser on iPhone');
  expect(name(null, null)).toBe('Unknown device');
});

test('SESS-01 the start and the last use of a session, which is known to the hour', () => {
  expect(sessionTimes(SESSION, options)).toEqual({
    start: 'Signed in on 3 November 2026',
    use: 'Last used Fri 20 Nov at 17:00',
  });
  const recent = { ...SESSION, last_used_at: '2026-11-21T19:00:00.000Z' };
  expect(sessionTimes(recent, options).use).toBe('Used in the last hour');
  expect(sessionTimes({ ...SESSION, is_current: true }, options).use).toBe('Used in the last hour');
});
