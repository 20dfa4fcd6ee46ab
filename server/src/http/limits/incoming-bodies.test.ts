import { createFakeClock, type FakeClock } from '@hereabouts/testing/fake-clock';
import { beforeEach, expect, test } from 'vitest';
import { createIncomingBodies, type IncomingBodies } from './incoming-bodies.ts';

const LIMITS = {
  perKey: 2,
  bytesMax: 1_000_000,
  bytesOfAddressMax: 900_000,
  bytesPerS: 10_000,
  graceMs: 5_000,
  arrivalMaxMs: 60_000,
};

let clock: FakeClock;
let bodies: IncomingBodies;
let cut: string[];
beforeEach(() => {
  clock = createFakeClock();
  bodies = createIncomingBodies(LIMITS, clock);
  cut = [];
});

function start(key: string, { name = key, address = key } = {}) {
  const body = bodies.start(key, { address, cut: () => cut.push(name) });
  if (body === null) throw new Error(`${name} was refused`);
  return body;
}

test('a body that trickles is cut off after the grace, one that makes progress is not (S8)', () => {
  const [slow, steady] = [start('slow'), start('steady')];
  for (let second = 0; second < 30; second += 1) {
    slow.received(1);
    steady.received(10_000);
    clock.advance(1_000);
    if (second === 3) expect(cut).toEqual([]);
    if (second === 5) expect(cut).toEqual(['slow']);
  }
  expect(cut).toEqual(['slow']);
});

test('no body may take longer than the whole time', () => {
  const steady = start('steady');
  for (let second = 0; second < 61; second += 1) {
    steady.received(11_000);
    clock.advance(1_000);
  }
  expect(cut).toEqual(['steady']);
});

test('a key has two bodies at most until they are dealt with', () => {
  const [first] = [start('anna'), start('anna')];
  expect(bodies.start('anna', { address: 'anna', cut: () => {} })).toBeNull();
  start('tom');
  first.arrived();
  expect(bodies.start('anna', { address: 'anna', cut: () => {} })).toBeNull();
  first.end();
  expect(bodies.start('anna', { address: 'anna', cut: () => {} })).not.toBeNull();
});

test('when memory is short the heaviest user’s latest body gives way, arriving or waiting for work (S8)', () => {
  const whole = start('whole', { address: 'one' });
  whole.received(400_000);
  whole.arrived();
  const small = start('small', { address: 'one' });
  small.received(300_000);
  const [first, second] = ['first', 'second'].map((name) => start('anna', { name, address: 'one' }));
  first?.received(100_000);
  second?.received(100_000);
  expect(cut).toEqual([]);
  small.received(1);
  expect(cut).toEqual(['whole']);
  whole.end();
  // What is being worked on stays.
  small.received(350_000);
  small.arrived();
  small.started();
  first?.received(100_000);
  expect(cut).toEqual(['whole', 'second']);
});

test('accounts behind one address that send without end keep nobody there from sending one picture (S8)', () => {
  const honest = start('honest', { address: 'venue' });
  const thieves = () =>
    [0, 1, 2].map((account) =>
      bodies.start(`thief ${account}`, { address: 'venue', cut: () => cut.push('thief') }),
    );
  for (let round = 0; round < 20; round += 1) {
    const sent = thieves();
    for (const body of sent) body?.received(290_000);
    for (const body of sent.slice(1)) body?.arrived();
    honest.received(20_000);
    for (const body of sent) body?.end();
  }
  honest.arrived();
  expect(new Set(cut)).toEqual(new Set(['thief']));
});

test('memory is taken back from the address that sends most, with however many accounts (S8)', () => {
  const honest = start('honest');
  honest.received(300_000);
  for (let account = 0; account < 4; account += 1) {
    const body = bodies.start(`thief ${account}`, {
      address: 'thief',
      cut: () => cut.push(`thief ${account}`),
    });
    body?.received(200_000);
  }
  expect(cut).toEqual(['thief 3']);
});

test('crossing a limit cuts off one body, however much of it and of others is still on its way (S8)', () => {
  const names = ['first', 'second', 'third'];
  const [first, second, third] = names.map((name) => start(name, { address: 'one' }));
  for (const body of [first, second, third]) body?.received(300_000);
  for (let slice = 0; slice < 16; slice += 1) {
    third?.received(4_000);
    first?.received(4_000);
  }
  expect(cut).toEqual(['third']);
  third?.end();
  second?.received(200_000);
  expect(cut).toEqual(['third']);
});

test('accounts behind one address whose bodies trickle keep nobody there from sending a larger one at once (S8)', () => {
  const tricklers = Array.from({ length: 8 }, (_, nth) =>
    bodies.start(`thief ${nth}`, { address: 'venue', cut: () => cut.push('thief') }),
  );
  for (let second = 0; second < 10; second += 1) {
    for (const body of tricklers) body?.received(11_000);
    clock.advance(1_000);
  }
  const honest = start('honest', { address: 'venue' });
  for (let chunk = 0; chunk < 30; chunk += 1) honest.received(10_000);
  honest.arrived();
  expect(new Set(cut)).toEqual(new Set(['thief']));
});

test('bytes count from when they arrive, so that a slow connection gives way after one that keeps as much waiting (S8)', () => {
  const waiting = start('waiting', { address: 'venue' });
  waiting.received(250_000);
  waiting.arrived();
  const slow = start('slow', { address: 'venue' });
  for (let second = 0; second < 30; second += 1) {
    slow.received(13_000);
    clock.advance(1_000);
  }
  start('next', { address: 'venue' }).received(270_000);
  expect(cut).toEqual(['waiting']);
});

test('what has arrived from an address counts against its share, so that it keeps no room from others (S8)', () => {
  for (let account = 0; account < 3; account += 1) {
    const body = start(`thief ${account}`, { address: 'thief' });
    body.received(300_000);
    body.arrived();
    body.started();
  }
  start('late thief', { address: 'thief' }).received(1);
  expect(cut).toEqual(['late thief']);
  start('honest').received(90_000);
  expect(cut).toEqual(['late thief']);
});
