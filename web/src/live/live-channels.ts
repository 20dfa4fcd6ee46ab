import { webClock } from '#web/lib/time/clock.ts';
import { joinTopic, realtime, sendTo } from '#web/realtime/realtime.ts';
import { LiveChannel } from './live-channel.ts';

/** Kept, also idle ones: a page subscribes to its channel before it watches. */
const channels = new Map<number, LiveChannel>();

export function liveChannel(eventId: number): LiveChannel {
  let channel = channels.get(eventId);
  if (channel === undefined) {
    channel = new LiveChannel(eventId, {
      listen: joinTopic,
      send: sendTo,
      isOpen: () => realtime.state === 'open',
      watchConnection: (onChange) => realtime.watchState(onChange),
      clock: webClock,
    });
    channels.set(eventId, channel);
  }
  return channel;
}
