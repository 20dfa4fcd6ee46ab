import type { Page } from 'playwright-core';

/** The URLs with `part` that the page asks for from now on. */
export function requestsWith(page: Page, part: string): readonly string[] {
  const urls: string[] = [];
  page.on('request', (request) => void (request.url().includes(part) && urls.push(request.url())));
  return urls;
}

/** In the page: long enough for it to ask again where nothing holds it back. */
export const twentyFrames = async () => {
  for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
};
