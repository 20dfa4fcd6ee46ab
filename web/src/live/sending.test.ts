import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SenderSide } from './live-channel.ts';
import type { OwnPosition } from './own-position.ts';
import { startSending } from './sending.ts';

const channel = vi.hoisted(() => ({
  send: vi.fn<(side: SenderSide) => () => void>(),
  sendPosition: vi.fn<() => Promise<object>>(() => Promise.resolve({ isWatched: true })),
  sendStillHere: vi.fn<() => Promise<null>>(() => Promise.resolve(null)),
}));
const own = vi.hoisted(() => ({
  subscribe: vi.fn<(listener: () => void) => () => void>(() => () => {}),
  hold: () => () => {},
  refresh: vi.fn<() => void>(),
  restart: () => {},
  snapshot: vi.fn<() => Partial<OwnPosition>>(),
}));
vi.mock('./live-channels.ts', () => ({ liveChannel: () => channel }));
vi.mock('./own-position.ts', () => ({ ownPosition: own }));
vi.mock('./tab-leader.ts', () => ({
  leadAmongTabs(_name: string, onLead: (isLeader: boolean) => void) {
    onLead(true);
    return () => {};
  },
}));

const page = {
  hidden: false,
  addEventListener: vi.fn<(type: string, listener: () => void) => void>(),
  removeEventListener: () => {},
};
const show = (isShown: boolean) => {
  page.hidden = !isShown;
  for (const [, listener] of page.addEventListener.mock.calls) listener();
};
let stop: () => void;

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
  channel.send.mockImplementation((side) => {
    side.onConnected(true);
    return () => {};
  });
  moveTo(49.18);
  stop = startSending(7, { onOver: () => {}, onPeopleChanged: () => {} });
});
afterEach(() => {
  stop();
  page.hidden = false;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function moveTo(latitude: number, accuracyM = 10) {
  const fix = { latitude, longitude: -2.1, accuracyM, speedMps: null, courseDeg: null };
  report({ status: 'found', fix: { ...fix, takenAtMs: Date.now() } });
}

function report(position: Partial<OwnPosition>) {
  own.snapshot.mockReturnValue(position);
  for (const [listener] of own.subscribe.mock.calls) listener();
}

/** Chrome does so once for a device that stands still. */
const reportAgain = () => report({ status: 'found', fix: { ...own.snapshot().fix! } });

test('LIVE-12 a hidden page sends no still_here for a silent device, and sends what it does hear', async () => {
  await vi.advanceTimersByTimeAsync(15_000);
  expect(channel.sendStillHere).toHaveBeenCalledOnce();
  page.hidden = true;
  channel.sendPosition.mockClear();
  const [[side] = []] = channel.send.mock.calls;
  side?.onWatched(false);
  side?.onWatched(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(channel.sendStillHere).toHaveBeenCalledOnce();
  expect(channel.sendPosition).not.toHaveBeenCalled();
  moveTo(49.19);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(channel.sendPosition).toHaveBeenCalledOnce();
  page.hidden = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(channel.sendStillHere).toHaveBeenCalledTimes(2);
});

test('LIVE-12 a device that has lost itself is not still here', async () => {
  own.snapshot.mockReturnValue({ ...own.snapshot(), status: 'searching' });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(channel.sendStillHere).not.toHaveBeenCalled();
});

test('LIVE-08 the device is asked while the page is shown, never by a hidden one', async () => {
  show(false);
  own.refresh.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  const [[side] = []] = channel.send.mock.calls;
  side?.onConnected(false);
  side?.onConnected(true);
  expect(own.refresh).not.toHaveBeenCalled();
  show(true);
  expect(own.refresh).toHaveBeenCalledOnce();
});

test('LIVE-12 a page shown again sends still_here once its device has reported, then at once', async () => {
  show(false);
  await vi.advanceTimersByTimeAsync(120_000);
  show(true);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(channel.sendStillHere).not.toHaveBeenCalled();
  reportAgain();
  expect(channel.sendStillHere).toHaveBeenCalledOnce();
  reportAgain();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(channel.sendStillHere).toHaveBeenCalledOnce();
});

test('LIVE-12 a fresh fix after a hidden page needs no still_here', async () => {
  show(false);
  await vi.advanceTimersByTimeAsync(120_000);
  show(true);
  await vi.advanceTimersByTimeAsync(1_000);
  channel.sendPosition.mockClear();
  moveTo(49.18);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(channel.sendPosition).toHaveBeenCalledOnce();
  expect(channel.sendStillHere).not.toHaveBeenCalled();
});

test('LIVE-05 LIVE-12 a page shown again sends no still_here once its device has reported a fix too rough to be sent', async () => {
  show(false);
  await vi.advanceTimersByTimeAsync(120_000);
  show(true);
  await vi.advanceTimersByTimeAsync(20_000);
  moveTo(49.3, 25_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(channel.sendStillHere).not.toHaveBeenCalled();
});
