import { expect, test, vi } from 'vitest';
import type { TopicHandlers } from '#web/realtime/topic-handlers.ts';
import { liveChannel } from './live-channels.ts';

const joined = vi.hoisted(() => new Map<string, TopicHandlers<`live:${number}`>>());
vi.mock('#web/realtime/realtime.ts', () => ({
  realtime: { state: 'open', watchState: () => () => {} },
  sendTo: () => Promise.resolve({ ok: true, reply: {} }),
  joinTopic(topic: string, handlers: TopicHandlers<`live:${number}`>) {
    joined.set(topic, handlers);
    return () => void joined.delete(topic);
  },
}));

test('LIVE-05 a page hears of its event although sharing at another one began while it was being read', () => {
  const page = liveChannel(1);
  const changed = vi.fn<() => void>();
  page.subscribe(changed);
  liveChannel(2).send({ onConnected() {}, onWatched() {}, onPeopleChanged() {}, onOver() {} });
  liveChannel(1).watch({ pace: (show) => show(), onPeopleChanged() {}, onMeetingPoint() {}, onResync() {} });
  joined.get('live:1')?.onJoin?.({});
  expect(changed).toHaveBeenCalled();
  expect(page.snapshot().state).toBe('joined');
});
