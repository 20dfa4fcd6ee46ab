import type { Page } from 'playwright-core';

/** A frame. */
export const SCROLL_STEP_PX = 90;

export type Scrolled = { frameP95Ms: number; frameMaxMs: number; scrolledPx: number };

/** Flings through the page and takes the time between frames. */
export function scroll(page: Page, forMs: number): Promise<Scrolled> {
  return page.evaluate(
    async ([limitMs, stepPx]) => {
      const frames: number[] = [];
      const before = scrollY;
      let last = await new Promise<number>(requestAnimationFrame);
      const began = last;
      while (last - began < limitMs) {
        scrollBy(0, stepPx);
        const now = await new Promise<number>(requestAnimationFrame);
        frames.push(now - last);
        last = now;
      }
      const scrolledPx = scrollY - before;
      scrollTo(0, 0);
      frames.sort((a, b) => a - b);
      return {
        frameP95Ms: frames[Math.floor(frames.length * 0.95)] ?? 0,
        frameMaxMs: frames.at(-1) ?? 0,
        scrolledPx,
      };
    },
    [forMs, SCROLL_STEP_PX] as const,
  );
}
