import type { Position } from '@hereabouts/contract/live';
import { CONNECTION_TOPIC, liveTopic, REALTIME_PATH } from '@hereabouts/contract/realtime';
import { Socket } from 'phoenix';
import type { Clock } from '@hereabouts/server/clock';
import type { Account } from './account.ts';
import { socketTo, type ServerAddress } from './server-address.ts';
import type { Walk } from './walk.ts';

const STEP_MS = 1_000;
/** As the browser does (LIVE-07): rarely while nobody looks, less often while standing. */
const UNWATCHED_EVERY_MS = 15_000;
const STANDING_EVERY_MS = 5_000;
/** Well before an access token of the shortest life ends. */
const RENEW_EVERY_MS = 90_000;

/** A phone in somebody's pocket that sends where it is. */
export type Device = {
  /** Positions sent so far. */
  readonly sent: number;
  stop(): void;
};

/** Sends until it is stopped or the event ends; `ended` tells of the latter. */
export function startDevice(
  { server, clock, ended }: { server: ServerAddress; clock: Clock; ended: () => void },
  account: Account,
  { eventId, walk }: { eventId: number; walk: Walk },
): Device {
  const socket = new Socket(server.url.replace(/^http/, 'ws') + REALTIME_PATH, {
    authToken: account.token,
    transport: socketTo(server),
  });
  const channel = socket.channel(liveTopic(eventId), { is_watching: false });
  let isWatched = true;
  let lastSentMs = Number.NEGATIVE_INFINITY;
  let sent = 0;

  const send = (position: Position) => {
    sent += 1;
    lastSentMs = clock.now();
    channel.push('position', position).receive('ok', (reply: { is_watched: boolean }) => {
      isWatched = reply.is_watched;
    });
  };
  const step = () => {
    const position = walk.step(STEP_MS / 1_000);
    const everyMs = isWatched ? (walk.isWalking ? STEP_MS : STANDING_EVERY_MS) : UNWATCHED_EVERY_MS;
    // Timers are not exact to the millisecond.
    const isDue = clock.now() - lastSentMs >= everyMs - STEP_MS / 2;
    if (position !== null && isDue && channel.state === 'joined') send(position);
  };
  const renew = async () => {
    await account.renew();
    // The client keeps it as a function once it is made.
    Object.assign(socket, { authToken: () => account.token });
    const message = { event: 'access_token', payload: { token: account.token } };
    if (socket.isConnected()) {
      socket.push({ ...message, topic: CONNECTION_TOPIC, ref: socket.makeRef(), join_ref: null });
    }
  };
  const cancels = [
    clock.every(STEP_MS, step),
    // A server that is away for a moment does not mind; the next time will do.
    clock.every(RENEW_EVERY_MS, () => void renew().catch(() => {})),
  ];
  const stop = () => {
    for (const cancel of cancels) cancel();
    channel.leave();
    socket.disconnect();
  };
  channel.on('watched', (payload: { is_watched: boolean }) => {
    isWatched = payload.is_watched;
  });
  channel.on('live_ended', () => {
    stop();
    ended();
  });
  socket.connect();
  channel.join();
  return {
    get sent() {
      return sent;
    },
    stop,
  };
}
