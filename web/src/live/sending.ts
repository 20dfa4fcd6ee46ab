import { webClock } from '#web/lib/time/clock.ts';
import { watchBattery } from './battery.ts';
import { liveChannel } from './live-channels.ts';
import { ownPosition, type Fix } from './own-position.ts';
import { PositionSender } from './position-sender.ts';
import { leadAmongTabs } from './tab-leader.ts';

export type SendingEvents = {
  /** Stopped elsewhere, moved to another device, or over. */
  onOver: () => void;
  onPeopleChanged: () => void;
};

/** Never prompts. Of several tabs the last visible one sends. */
export function startSending(eventId: number, { onOver, onPeopleChanged }: SendingEvents): () => void {
  const channel = liveChannel(eventId);
  const onRefused: Parameters<typeof channel.sendStillHere>[0] = (reason) => {
    if (reason === 'not_sharing' || reason === 'not_running') onOver();
  };
  /** While the fix is still this one, the device has reported nothing since the page was shown. */
  let fixWhenShown: Fix | null = null;
  let isStillHereDue = false;
  const sendStillHere = () => {
    const { status, fix } = ownPosition.snapshot();
    // A device that has lost itself may be anywhere, and Chrome reports nothing to a hidden page, without an error.
    isStillHereDue = document.hidden || status !== 'found' || fix === fixWhenShown;
    if (!isStillHereDue) void channel.sendStillHere(onRefused);
  };
  const sender = new PositionSender({
    clock: webClock,
    sendPosition(position) {
      isStillHereDue = false;
      return channel.sendPosition(position, onRefused);
    },
    sendStillHere,
    // A request of a hidden page waits until it is shown, without a timeout, and may then open the browser's question by itself.
    refresh() {
      if (!document.hidden) ownPosition.refresh();
    },
    restart: () => ownPosition.restart(),
  });
  let isConnected = false;
  let isItsTurn = false;
  const follow = () => {
    isStillHereDue = false;
    sender.setConnected(isConnected && isItsTurn);
  };
  const passFix = () => {
    sender.setFix(ownPosition.snapshot().fix);
    if (isStillHereDue && sender.isLastAccepted) sendStillHere();
  };
  // Browsers stop a page that is hidden; what it knew then is old.
  const onShown = () => {
    if (document.hidden) return;
    fixWhenShown = ownPosition.snapshot().fix;
    sender.resend();
  };
  document.addEventListener('visibilitychange', onShown);
  const stops = [
    ownPosition.subscribe(passFix),
    ownPosition.hold(),
    leadAmongTabs(`hereabouts.live.${eventId}`, (turn) => {
      isItsTurn = turn;
      follow();
    }),
    watchBattery((isLow) => sender.setBatteryLow(isLow)),
    channel.send({
      onConnected(connected) {
        isConnected = connected;
        follow();
      },
      onWatched: (isWatched) => sender.setWatched(isWatched),
      onPeopleChanged,
      onOver,
    }),
  ];
  passFix();
  return () => {
    document.removeEventListener('visibilitychange', onShown);
    sender.stop();
    for (const stop of stops) stop();
  };
}
