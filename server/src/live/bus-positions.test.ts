import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { encodeBusMessage, parseBusMessage } from './bus-messages.ts';
import { createBusPositions } from './bus-positions.ts';
import type { EventPositions } from './event-positions.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const FIX = { latitudeSteps: 1, longitudeSteps: 2, accuracyCode: 3, fixedAtMs: 4 };

test('LIVE-05 a process that is asked for its positions answers at once, then at most once a tick', async () => {
  const kinds: string[] = [];
  let hear: (bytes: Buffer) => void = () => {};
  const bus = {
    publish: (_subject: string, bytes: Buffer) => void kinds.push(parseBusMessage(bytes)?.message.kind ?? ''),
    async subscribe(_subject: string, listener: (bytes: Buffer) => void) {
      hear = listener;
      return () => {};
    },
  };
  const positions = { ownFixes: () => [[USER, FIX, 5]] } as unknown as EventPositions;
  const { subscribeTo, tick } = createBusPositions(bus, createFakeClock());
  await subscribeTo(1, positions);
  const answers = () => kinds.splice(0).filter((kind) => kind === 'position').length;
  const ask = () => hear(encodeBusMessage(Buffer.alloc(8, 1), { kind: 'snapshot_please' }));
  for (let times = 0; times < 100; times += 1) ask();
  expect(answers()).toBe(1);
  tick(1, positions);
  expect(answers()).toBe(1);
  ask();
  expect(answers()).toBe(0);
  tick(1, positions);
  expect(answers()).toBe(1);
  tick(1, positions);
  tick(1, positions);
  expect(answers()).toBe(0);
  ask();
  expect(answers()).toBe(1);
});
