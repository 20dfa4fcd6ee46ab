import type { Page, WebSocket } from 'playwright-core';

/**
 * Watches for the page to join a topic, after which it reads again what it shows. To be called before the page opens.
 * @param topic how the topic begins
 */
export async function joining(page: Page, topic: string): Promise<void> {
  const isAnswer = ({ payload }: { payload: string | Buffer }) => {
    if (typeof payload !== 'string') return false;
    const [, , from, event] = JSON.parse(payload) as [unknown, unknown, string, string];
    return event === 'phx_reply' && from.startsWith(topic);
  };
  const socket: WebSocket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', isAnswer);
}
