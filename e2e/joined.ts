import type { Page, Request, WebSocket } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Watches for the page to join a topic, after which it reads again what it shows. To be called before the page opens.
 * @param topic how the topic begins
 */
async function joining(page: Page, topic: string): Promise<void> {
  const isAnswer = ({ payload }: { payload: string | Buffer }) => {
    if (typeof payload !== 'string') return false;
    const [, , from, event] = JSON.parse(payload) as [unknown, unknown, string, string];
    return event === 'phx_reply' && from.startsWith(topic);
  };
  const socket: WebSocket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', isAnswer);
}

/** Opens a page, and waits until it has joined its topics and read again what it shows: from then on it only listens. */
export async function settled(page: Page, path: string, topics: string[], read: RegExp): Promise<void> {
  // One in flight by now may end later: it is not counted.
  const open = new Set<Request>();
  page.on('request', (request) => void (read.test(request.url()) && open.add(request)));
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => void open.delete(request));
  }
  const joined = Promise.all(topics.map((topic) => joining(page, topic)));
  await page.goto(path);
  await joined;
  // What a join has read again has been asked for within a frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  await expect.poll(() => open.size).toBe(0);
}
