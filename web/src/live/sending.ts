import { webClock } from '#web/lib/clock.ts';
import { watchBattery } from './battery.ts';
import { liveChannel } from './live-channels.ts';
import { ownPosition } from './own-position.ts';
import { PositionSender } from './position-sender.ts';

export type SendingEvents = {
  /** The server takes no more: stopped elsewhere, moved to another device, or over. */
  onOver: () => void;
  onPeopleChanged: () => void;
};

/** Sends this device's place to an event until the returned function is called; asks the browser for nothing. */
export function startSending(eventId: number, { onOver, onPeopleChanged }: SendingEvents): () => void {
  const channel = liveChannel(eventId);
  const sender = new PositionSender({
    clock: webClock,
    push: (position) =>
      channel.push(position, (reason) => {
        if (reason === 'not_sharing' || reason === 'not_running') onOver();
      }),
    refresh: () => ownPosition.refresh(),
  });
  const hear = () => sender.setFix(ownPosition.snapshot().fix);
  // Browsers stop a page that is hidden; what it knew then is old.
  const onShown = () => {
    if (!document.hidden) sender.sayAgain();
  };
  document.addEventListener('visibilitychange', onShown);
  const stops = [
    ownPosition.subscribe(hear),
    ownPosition.hold(),
    watchBattery((isLow) => sender.setBatteryLow(isLow)),
    channel.send({
      onConnected: (isConnected) => sender.setConnected(isConnected),
      onWatched: (isWatched) => sender.setWatched(isWatched),
      onPeopleChanged,
      onOver,
    }),
  ];
  hear();
  return () => {
    document.removeEventListener('visibilitychange', onShown);
    sender.stop();
    for (const stop of stops) stop();
  };
}
