import { beforeEach, expect, test } from 'vitest';
import { forgetServerTime, receiveDateHeader, receiveServerTime, serverOffsetMs } from './server-clock.ts';

const SERVER_MS = Date.parse('2026-07-10T20:00:00Z');
const HEADER = new Date(SERVER_MS).toUTCString();
const HOURS_MS = 3 * 3_600_000;

beforeEach(() => forgetServerTime());

test.each([HOURS_MS, -HOURS_MS])(
  'HOME-22 a device that is %i ms off is told the time by any answer',
  (offMs) => {
    const respondedAtMs = SERVER_MS + offMs;
    receiveDateHeader(HEADER, { askedAtMs: respondedAtMs - 200, respondedAtMs });
    expect(serverOffsetMs()).toBe(-offMs);
  },
);

test('HOME-22 a slow answer changes nothing that is known better', () => {
  receiveDateHeader(HEADER, { askedAtMs: SERVER_MS - 100, respondedAtMs: SERVER_MS });
  receiveDateHeader(HEADER, { askedAtMs: SERVER_MS - 100, respondedAtMs: SERVER_MS + 20_000 });
  expect(serverOffsetMs()).toBe(0);
});

test('HOME-22 a clock that was set meanwhile is noticed in both directions', () => {
  receiveDateHeader(HEADER, { askedAtMs: SERVER_MS - 100, respondedAtMs: SERVER_MS });
  for (const offMs of [60_000, -60_000]) {
    const respondedAtMs = SERVER_MS + offMs;
    receiveDateHeader(HEADER, { askedAtMs: respondedAtMs - 100, respondedAtMs });
    expect(serverOffsetMs()).toBe(-offMs);
  }
});

test('HOME-22 an answer without a date, or with a broken one, tells nothing', () => {
  receiveServerTime(Date.now() + 60_000);
  const before = serverOffsetMs();
  for (const header of [null, '', 'soon']) receiveDateHeader(header, { askedAtMs: 0, respondedAtMs: 1 });
  expect(serverOffsetMs()).toBe(before);
});
