import { REALTIME_PATH } from '@hereabouts/contract/realtime';
import { noteServerAway } from '#web/lib/device/away.ts';
import { loadChunk } from '#web/lib/loading/chunk.ts';
import { webClock } from '#web/lib/time/clock.ts';
import { RealtimeClient, type ConnectOptions } from './client.ts';
import { OutageWatch } from './outage.ts';
import type { SendOutcome, Topic, TopicHandlers } from './topic-handlers.ts';

export const realtime = new RealtimeClient({
  url: REALTIME_PATH,
  loadWire: () => loadChunk(() => import('./wire.ts').then((module) => module.wire)),
  after: (delayMs, run) => webClock.after(delayMs, run),
});

export const outageWatch = new OutageWatch({
  state: () => realtime.state,
  watchState: (watcher) => realtime.watchState(watcher),
  after: (delayMs, run) => webClock.after(delayMs, run),
});

outageWatch.watch(() => noteServerAway(outageWatch.outage !== 'none'));

/** Stays connected as the signed-in person; the result disconnects. Call it after a sign-in. */
export function connectRealtime(options: ConnectOptions): () => void {
  const retry = () => {
    outageWatch.restart();
    realtime.retryNow();
  };
  const onShown = () => outageWatch.setShown(!document.hidden);
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', onShown);
  realtime.connect(options);
  return () => {
    removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', onShown);
    realtime.disconnect();
  };
}

export const sendTo = (topic: Topic, event: string, payload: object): Promise<SendOutcome> =>
  realtime.send(topic, event, payload);

/** Listens to a topic; the returned function stops. Components use `useTopic`. */
export function joinTopic<T extends Topic>(topic: T, handlers: TopicHandlers<T>): () => void {
  return realtime.listen(topic, () => handlers);
}
