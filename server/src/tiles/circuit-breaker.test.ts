import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { createCircuitBreaker } from './circuit-breaker.ts';

test('HOME-17 three failures in a row open the breaker for 30 s, then one call may try', () => {
  const clock = createFakeClock();
  const breaker = createCircuitBreaker(clock);
  for (let n = 0; n < 3; n += 1) {
    expect(breaker.tryStart()).toBe(true);
    breaker.failed();
  }
  expect(breaker.tryStart()).toBe(false);
  clock.advance(29_999);
  expect(breaker.tryStart()).toBe(false);
  clock.advance(1);
  expect(breaker.tryStart()).toBe(true);
  expect(breaker.tryStart()).toBe(false);
  breaker.failed();
  expect(breaker.tryStart()).toBe(false);
  clock.advance(30_000);
  expect(breaker.tryStart()).toBe(true);
  breaker.succeeded();
  expect(breaker.tryStart()).toBe(true);
  expect(breaker.tryStart()).toBe(true);
});

test('HOME-17 a success between failures keeps the breaker closed', () => {
  const breaker = createCircuitBreaker(createFakeClock());
  for (const outcome of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) breaker[outcome]();
  expect(breaker.tryStart()).toBe(true);
});

test('HOME-17 after the clock was set back the breaker is open for no longer', () => {
  const clock = createFakeClock();
  const breaker = createCircuitBreaker(clock);
  breaker.failed(120_000);
  clock.set(clock.now() - 3_600_000);
  expect(breaker.tryStart()).toBe(true);
  breaker.failed(60_000);
  clock.advance(59_999);
  expect(breaker.tryStart()).toBe(false);
  clock.advance(1);
  expect(breaker.tryStart()).toBe(true);
});

test('HOME-17 a service that sends Retry-After is not called until then', () => {
  const clock = createFakeClock();
  const breaker = createCircuitBreaker(clock);
  breaker.failed(120_000);
  clock.advance(119_999);
  expect(breaker.tryStart()).toBe(false);
  clock.advance(1);
  expect(breaker.tryStart()).toBe(true);
});
