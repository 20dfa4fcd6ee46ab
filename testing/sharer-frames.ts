import { FrameEncoder } from '@hereabouts/server/live/frame-encoder';
import { LiveSharer, quantise } from '@hereabouts/server/live/live-sharer';

/** The frames a viewer is sent of one person who shares, at a latitude that changes. */
export function framesOf(userId: string, latitude: number, clock: { now(): number }) {
  const encoder = new FrameEncoder();
  const at = (place: number) =>
    quantise({ latitude: place, longitude: -2.1, accuracyM: 10, fixedAtMs: clock.now() });
  const sharer = new LiveSharer(userId, at(latitude));
  sharer.step(clock.now());
  encoder.see(new Set([sharer]));
  return {
    moves(place: number): void {
      sharer.put(at(place));
      sharer.step(clock.now());
    },
    /** What the server sends in so many ms; empty when there is nothing new. */
    frame: (offsetMs = 0): ArrayBuffer => encoder.frame(clock.now() + offsetMs)?.buffer ?? new ArrayBuffer(0),
  };
}
