import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const arrow = (page: Page) => page.getByTestId('finder-arrow');

/** Where the arrow points on the screen: degrees clockwise from up, -180 to 180. */
const arrowTurn = (page: Page) =>
  arrow(page).evaluate((element) => {
    const { a, b } = new DOMMatrix(element.style.transform);
    return (Math.atan2(b, a) * 180) / Math.PI;
  });

/** Waits until the arrow points there, to 1.5 degrees. */
export async function pointsTo(page: Page, turn: number): Promise<void> {
  const off = async () => Math.abs((((await arrowTurn(page)) - turn + 540) % 360) - 180);
  await expect.poll(off).toBeLessThan(1.5);
}
