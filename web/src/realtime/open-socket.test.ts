import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSocket } from './open-socket.ts';

/** A connection whose other end says only what the test lets it say. */
class MutePeer extends EventTarget {
  static readonly made: MutePeer[] = [];
  readonly sent: [joinRef: string | null, ref: string, topic: string, event: string][] = [];
  readyState = 0;
  bufferedAmount = 0;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; wasClean: boolean }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor() {
    super();
    MutePeer.made.push(this);
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  answerLast(): void {
    const [joinRef, ref, topic] = this.sent.at(-1) ?? [];
    this.onmessage?.({
      data: JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response: {} }]),
    });
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.({ code: 1000, wasClean: true });
  }

  get heartbeats(): number {
    return this.sent.filter(([, , topic, event]) => topic === 'phoenix' && event === 'heartbeat').length;
  }
}

const nothing = () => {};
const events = {
  token: () => 'token',
  refusals: () => 0,
  onOpen: nothing,
  onClose: nothing,
  onAccepted: nothing,
  onTokenExpiring: nothing,
  onSessionEnded: nothing,
  onRefused: nothing,
};

beforeEach(() => {
  vi.useFakeTimers();
  MutePeer.made.length = 0;
  vi.stubGlobal('WebSocket', MutePeer);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('RT-01 a heartbeat goes out every 30 s; one that is not answered ends the connection, and the next one has its own', async () => {
  const socket = openSocket('ws://example.org/realtime', events);
  socket.connect();
  const [first] = MutePeer.made;
  first?.open();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(first?.heartbeats).toBe(0);
  for (const beats of [1, 2, 3]) {
    await vi.advanceTimersByTimeAsync(beats === 1 ? 1 : 30_000);
    expect(first?.heartbeats).toBe(beats);
    if (beats < 3) first?.answerLast();
  }
  expect(MutePeer.made).toHaveLength(1);

  // The third is not answered: closed when the next is due, and connected again a second later.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(first?.readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(MutePeer.made).toHaveLength(2);
  const second = MutePeer.made[1];
  second?.open();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(second?.heartbeats).toBe(1);
});
