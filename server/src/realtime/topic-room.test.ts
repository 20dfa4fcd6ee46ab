import { expect, test } from 'vitest';
import { createLocalBus } from './local-bus.ts';
import type { Channel } from './channel.ts';
import { publishToBus, TopicRoom } from './topic-room.ts';
import type { Frame } from './wire.ts';
import { WriteBatch } from './write-batch.ts';

test('SAFE-01 LIVE-10 a burst of which some get other payloads is in memory once, however many sockets they have', async () => {
  const bus = createLocalBus();
  const room = new TopicRoom('chat:1', bus, new WriteBatch(), () => {});
  await room.subscribe();
  const heard: Frame[][] = [];
  for (let n = 0; n < 100; n += 1) {
    const frames: Frame[] = [];
    heard.push(frames);
    const member = {
      viewer: { userId: `user ${n % 10}` },
      deliver: (frame: Frame) => void frames.push(frame),
    };
    room.add(member as unknown as Channel);
  }
  const override = { userIds: Array.from({ length: 9 }, (_, n) => `user ${n}`), payload: { text: '' } };
  for (let n = 0; n < 64; n += 1)
    publishToBus(
      bus,
      'chat:1',
      'said',
      { text: `${n} ${'x'.repeat(1_000)}` },
      n === 30 ? override : undefined,
    );
  room.flush();
  expect(heard.map((frames) => Buffer.concat(frames).length)).toHaveLength(100);
  // Sixty-four for those who get one of them in another form, and one for all others, joined.
  expect(new Set(heard.flat()).size).toBe(64 + 1);
});
