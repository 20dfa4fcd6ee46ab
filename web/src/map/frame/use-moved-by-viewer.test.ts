import type { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchViewer } from './use-moved-by-viewer.ts';

/** An element of the map's frame, within the marks that `marks` selects. */
class Mark extends EventTarget {
  readonly marks: string;
  constructor(marks: string) {
    super();
    this.marks = marks;
  }
  closest = (selector: string) => (selector === this.marks ? this : null);
}
beforeEach(() => void vi.stubGlobal('Element', Mark));
afterEach(() => vi.unstubAllGlobals());

function watched(frame: EventTarget, except?: string) {
  const take = vi.fn<() => void>();
  const map = { getContainer: () => ({ parentElement: frame }), on: () => {}, off: () => {} };
  return { take, stop: watchViewer(map as unknown as LeafletMap, except, take) };
}

test.each(['pointerdown', 'wheel', 'keydown'])(
  'LIVE-09 a %s anywhere in its frame makes a map the viewer’s, until it is gone',
  (gesture) => {
    const frame = new Mark('');
    const { take, stop } = watched(frame);
    frame.dispatchEvent(new Event(gesture));
    expect(take).toHaveBeenCalledOnce();
    stop();
    frame.dispatchEvent(new Event(gesture));
    expect(take).toHaveBeenCalledOnce();
  },
);

test('LIVE-09 a press of a mark that only selects moves nothing', () => {
  const person = new Mark('.live-person');
  const { take } = watched(person, '.live-person');
  person.dispatchEvent(new Event('pointerdown'));
  expect(take).not.toHaveBeenCalled();
  const other = watched(person);
  person.dispatchEvent(new Event('pointerdown'));
  expect(other.take).toHaveBeenCalledOnce();
});
