import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { live, onDay, timesOf, today } from './event-plan.ts';
import { DEMO_EVENTS } from './events.ts';
import { guestsOf } from '#demo/people/guests.ts';
import { MAIN_KEY, PEOPLE } from '#demo/people/people.ts';
import { randomFrom } from '#demo/pictures/shapes.ts';

const localDay = (ms: number) => new Date(ms).toDateString();
/** Every hour of two days, the one on which clocks go forward in Jersey among them. */
const MOMENTS = Array.from({ length: 48 }, (_, hour) => Date.parse('2026-03-28T00:10:00Z') + hour * HOUR_MS);

describe('when a planned event is', () => {
  test.each(MOMENTS)('at %s', (nowMs) => {
    const running = timesOf(live(40, 90), nowMs);
    expect(running.startMs).toBeLessThan(nowMs);
    expect(running.endMs).toBeGreaterThan(nowMs + 60 * 60_000);

    const later = [timesOf(today(95, 60), nowMs), timesOf(today(260, 60), nowMs)];
    for (const { startMs } of later) {
      expect(startMs).toBeGreaterThan(nowMs);
      expect(localDay(startMs)).toBe(localDay(nowMs));
    }
    expect(later[0]?.startMs).toBeLessThanOrEqual(later[1]?.startMs ?? 0);

    const tomorrow = new Date(timesOf(onDay(1, '06:30', 60), nowMs).startMs);
    expect([tomorrow.getHours(), tomorrow.getMinutes()]).toEqual([6, 30]);
    const ended = timesOf(onDay(-1, '21:00', 90), nowMs);
    expect(ended.endMs).toBeLessThan(nowMs);
  });
});

test('everybody named in a plan exists, and hosts only whom they may invite', () => {
  const ties = new Map(PEOPLE.map(({ key, tie }) => [key, tie]));
  expect(ties.size).toBe(PEOPLE.length);
  const random = randomFrom(1);
  for (const event of DEMO_EVENTS) {
    expect(ties.has(event.host)).toBe(true);
    const guests = guestsOf(event, random);
    expect(new Set(guests.map(({ key }) => key)).size).toBe(guests.length);
    expect(guests.map(({ key }) => key)).not.toContain(event.host);
    if (event.host === MAIN_KEY) for (const { key } of guests) expect(ties.get(key)).toBe('friend');
    expect(guests.some(({ key }) => key === MAIN_KEY)).toBe(event.mine !== undefined);
    if (event.mine) expect(ties.get(event.host)).toBe('friend');
  }
});
