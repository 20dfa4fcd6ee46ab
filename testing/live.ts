import { LIVE_TICK_MS, type Position } from '@hereabouts/contract/live';
import { createLiveDecoder, type LiveDecoder } from '@hereabouts/contract/live-frames';
import { liveTopic, REALTIME_PATH } from '@hereabouts/contract/realtime';
import type { Clock } from '@hereabouts/server/clock';
import { Socket, type Channel } from 'phoenix';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';
import { SOCKET_TIMEOUT_MS } from './patience.ts';
import { openSocket, type Message, type TestSocket } from './realtime.ts';

/** Somebody at the live map of an event, with the stock client and the product's decoder. */
export type Onlooker = {
  readonly socket: TestSocket;
  readonly channel: Channel;
  readonly decoder: LiveDecoder;
  /** Every WebSocket message of this socket, as it came. */
  readonly raw: (string | ArrayBuffer)[];
  /** The same without frames, put together to be searched. */
  text(): string;
  /** What was said on the topic of the event, in order; frames by their name alone. */
  readonly heard: string[];
  /** Resolves with the reply, or with `{ reason }`, which is `closed` when the channel ends before the reply. */
  push(event: string, payload: object): Promise<Record<string, unknown>>;
  disconnect(): void;
};

export const somewhere: Position = { latitude: 49.18731, longitude: -2.10457, accuracy: 8, age_ms: 0 };

/** @throws Error with the reason of a refused join */
export async function lookOn(
  { url, clock }: { url: string; clock: Pick<Clock, 'now'> },
  person: { readonly token: string },
  eventId: number,
  joinPayload: object = {},
): Promise<Onlooker> {
  const raw: (string | ArrayBuffer)[] = [];
  class RecordingWebSocket extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener('message', ({ data }) => void raw.push(data));
    }
  }
  const client = new Socket(url.replace('http', 'ws') + REALTIME_PATH, {
    authToken: person.token,
    timeout: SOCKET_TIMEOUT_MS,
    transport: RecordingWebSocket,
  });
  const decoder = createLiveDecoder();
  const heard: string[] = [];
  client.onMessage((given) => {
    const message = given as Message;
    if (message.topic !== liveTopic(eventId) || message.event === 'phx_reply') return;
    heard.push(message.event);
    if (message.event === 'frame') decoder.apply(message.payload as unknown as ArrayBuffer, clock.now());
  });
  const socket = await openSocket(client);
  try {
    const { channel } = await socket.join(liveTopic(eventId), joinPayload);
    // A closed channel drops the replies that were still on their way.
    const closed = new Promise<void>((resolve) => void channel.onClose(() => resolve()));
    return {
      socket,
      channel,
      decoder,
      raw,
      heard,
      text: () => raw.filter((data) => typeof data === 'string').join('\n'),
      push: (event, payload) =>
        new Promise((resolve) => {
          const unanswered = () => resolve({ reason: 'timeout' });
          void closed.then(() => resolve({ reason: 'closed' }));
          channel
            .push(event, payload)
            .receive('ok', resolve)
            .receive('error', resolve)
            .receive('timeout', unanswered);
        }),
      disconnect: () => client.disconnect(),
    };
  } catch (error) {
    client.disconnect();
    throw error;
  }
}

const STEP_MS = 20_000;
/** Of real time, on a busy machine. */
const CHECKED_WITHIN_MS = 10_000;

/** While the server checks whether a member still has access, it answers nothing on the topic. */
async function isBeingChecked({ channel, push }: Onlooker): Promise<boolean> {
  return channel.state === 'joined' && (await push('no_such_event', {})).reason === 'unavailable';
}

/** Lets time pass in steps so small that no socket counts as silent, and never during an access check, which would then
 * have taken too long. */
export async function pass(
  { clock }: Pick<TestApp, 'clock'>,
  ms: number,
  ...onlookers: Onlooker[]
): Promise<void> {
  const isConnected = ({ socket }: Onlooker) => socket.socket.isConnected();
  for (let left = ms; left > 0; left -= STEP_MS) {
    for (const onlooker of onlookers.filter(isConnected)) {
      await vi.waitUntil(async () => !(await isBeingChecked(onlooker)), { timeout: CHECKED_WITHIN_MS });
    }
    clock.advance(Math.min(left, STEP_MS));
    const connected = onlookers.filter(isConnected);
    await Promise.all(connected.map(({ socket }) => socket.settled()));
  }
}

/** Moves the clock on by a tick, and waits until what it told has arrived. */
export async function tick({ clock }: Pick<TestApp, 'clock'>, ...onlookers: Onlooker[]): Promise<void> {
  clock.advance(LIVE_TICK_MS);
  await Promise.all(onlookers.map(({ socket }) => socket.settled()));
}
