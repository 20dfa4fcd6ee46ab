import { expect, test } from 'vitest';
import { OutboxSender } from './outbox-sender.ts';
import { Outbox } from './outbox.ts';

test('CHAT-09 a chat that is limited keeps its order and does not delay what was written in others', async () => {
  const outbox = new Outbox('marie', { storage: null, now: () => 1_000, epoch: 'e-1' });
  outbox.add(7, 'one');
  outbox.add(7, 'two');
  outbox.add(8, 'elsewhere');
  const tried: string[] = [];
  const timers: { delayMs: number; run: () => void }[] = [];
  let isLimited = true;
  const sender = new OutboxSender({
    outbox,
    async send({ id, eventId, message }) {
      tried.push(message);
      if (isLimited && eventId === 7) return { kind: 'limited', waitMs: 500 };
      const created_at = '2026-06-20T12:00:00.000Z';
      return { kind: 'stored', message: { id, seq: 1, kind: 'text', message, created_at, sender: null } };
    },
    isCurrent: () => true,
    locks: null,
    after(delayMs, run) {
      timers.push({ delayMs, run });
      return () => {};
    },
    onStored: () => {},
    onRefused: () => {},
    onLost: () => {},
    onOutdated: () => {},
  });
  const waiting = () => outbox.entries.filter(({ state }) => state === 'waiting').length;
  sender.wake();
  await expect.poll(() => timers.length).toBe(1);
  expect([tried, waiting(), timers[0]?.delayMs]).toEqual([['one', 'elsewhere'], 2, 500]);
  isLimited = false;
  timers[0]?.run();
  await expect.poll(waiting).toBe(0);
  expect(tried).toEqual(['one', 'elsewhere', 'one', 'two']);
});
