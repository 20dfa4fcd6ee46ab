import { makeEvents, type BenchEvent } from './events.ts';

/** One way of showing events on a map. */
export type BenchMap = {
  show(container: HTMLElement, events: BenchEvent[]): void;
  /** Whether any marker is on the map now. */
  isShown(): boolean;
  /** What the mouse is pressed on. */
  target(): Element;
  /** Some text that changes whenever the map has moved. */
  place(): string;
};

/** Frame intervals and how often the map stood elsewhere in one of them. */
export type Panned = { frames: number[]; moved: number };

const STROKE_FRAMES = 24;
const STEP_PX = 14;
const FRAMES_MIN = 3;

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Puts `bench` on the window, for the benchmark to call. */
export function offer(map: BenchMap): void {
  const container = document.querySelector<HTMLElement>('#map');
  if (!container) throw new Error('The page has no #map');
  Object.assign(window, {
    bench: {
      async mount(count: number): Promise<number> {
        const events = makeEvents(count);
        await nextFrame();
        const start = performance.now();
        map.show(container, events);
        while (!map.isShown()) await nextFrame();
        // The frame that holds the markers is on the screen when the next one begins.
        await nextFrame();
        await nextFrame();
        return performance.now() - start;
      },
      pan: (ms: number) => pan(map, ms),
    },
  });
}

/** Drags the map to and fro with the mouse, one step a frame. */
async function pan(map: BenchMap, ms: number): Promise<Panned> {
  const box = map.target().getBoundingClientRect();
  const [y, middle] = [box.top + box.height / 2, box.left + box.width / 2];
  const half = (STROKE_FRAMES * STEP_PX) / 2;
  const send = (type: string, on: EventTarget, x: number) =>
    on.dispatchEvent(
      new MouseEvent(type, {
        bubbles: true,
        cancelable: true,
        view: window,
        button: 0,
        buttons: type === 'mouseup' ? 0 : 1,
        clientX: x,
        clientY: y,
      }),
    );
  const frames: number[] = [];
  let moved = 0;
  let before = await nextFrame();
  let place = map.place();
  const end = before + ms;
  for (let stroke = 0; before < end; stroke++) {
    const [from, step] = stroke % 2 === 0 ? [middle - half, STEP_PX] : [middle + half, -STEP_PX];
    send('mousedown', map.target(), from);
    // A map that takes long over a frame is not waited for to the end of the stroke.
    for (let frame = 1; frame <= STROKE_FRAMES && (before < end || frame <= FRAMES_MIN); frame++) {
      send('mousemove', map.target(), from + frame * step);
      const now = await nextFrame();
      frames.push(now - before);
      before = now;
      if (map.place() !== place) moved += 1;
      place = map.place();
    }
    send('mouseup', map.target(), from + STROKE_FRAMES * step);
  }
  return { frames, moved };
}
