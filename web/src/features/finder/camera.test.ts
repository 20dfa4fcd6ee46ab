import { expect, test } from 'vitest';
import { Camera } from './camera.ts';

class Track extends EventTarget {
  readyState = 'live';
  stop() {
    this.readyState = 'ended';
  }
}

function device() {
  const tracks: Track[] = [];
  const waiting: { give: () => void; refuse: (name: string) => void }[] = [];
  const camera = new Camera(
    () =>
      new Promise((resolve, reject) => {
        waiting.push({
          give() {
            const track = new Track();
            tracks.push(track);
            resolve({ getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream);
          },
          refuse: (name) => reject(new DOMException('no', name)),
        });
      }),
  );
  return { camera, tracks, waiting };
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('AR-01 the camera runs from the tap until it is hidden, and restarts when shown', async () => {
  const { camera, tracks, waiting } = device();
  expect(camera.snapshot().kind).toBe('off');
  camera.resume();
  expect([camera.snapshot().kind, waiting.length]).toEqual(['off', 0]);
  void camera.start();
  void camera.start();
  expect([camera.snapshot().kind, waiting.length]).toEqual(['asking', 1]);
  waiting[0]!.give();
  await settled();
  expect(camera.snapshot().kind).toBe('on');
  camera.pause();
  expect([camera.snapshot().kind, tracks[0]!.readyState]).toEqual(['off', 'ended']);
  camera.resume();
  waiting[1]!.give();
  await settled();
  expect([camera.snapshot().kind, tracks[1]!.readyState]).toEqual(['on', 'live']);
});

test('AR-01 a camera that opens after one has left is closed at once', async () => {
  const { camera, tracks, waiting } = device();
  void camera.start();
  camera.pause();
  waiting[0]!.give();
  await settled();
  expect([camera.snapshot().kind, tracks[0]!.readyState]).toEqual(['off', 'ended']);
});

test('AR-01 left and back while the question is open, one camera is held', async () => {
  const { camera, tracks, waiting } = device();
  void camera.start();
  camera.pause();
  camera.resume();
  waiting[1]!.give();
  waiting[0]!.give();
  await settled();
  expect(camera.snapshot().kind).toBe('on');
  expect(tracks.map(({ readyState }) => readyState)).toEqual(['live', 'ended']);
});

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotReadableError', 'busy'],
] as const)('AR-01 %s is told as "%s", and can be tried again', async (name, kind) => {
  const { camera, waiting } = device();
  void camera.start();
  waiting[0]!.refuse(name);
  await settled();
  expect(camera.snapshot().kind).toBe(kind);
  void camera.start();
  waiting[1]!.give();
  await settled();
  expect(camera.snapshot().kind).toBe('on');
});

test('AR-01 a camera taken over by another app is reported', async () => {
  const { camera, tracks, waiting } = device();
  void camera.start();
  waiting[0]!.give();
  await settled();
  tracks[0]!.dispatchEvent(new Event('ended'));
  expect(camera.snapshot().kind).toBe('busy');
});

test('AR-01 without HTTPS there is no camera to ask for', async () => {
  const camera = new Camera(null);
  await camera.start();
  expect(camera.snapshot().kind).toBe('insecure');
});
