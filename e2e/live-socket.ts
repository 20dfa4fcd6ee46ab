import { FrameEncoder } from '@hereabouts/server/live/frame-encoder';
import { LiveSharer, quantise } from '@hereabouts/server/live/live-sharer';
import type { Page, WebSocketRoute } from 'playwright-core';

export type Heard = {
  userId: string;
  latitude: number;
  longitude: number;
  accuracyM: number;
  ageMs?: number;
};

/** As `phoenix` numbers what carries bytes. */
const BROADCAST = 2;

/** A connection that answers every join, and tells of a live topic where these people are; for pictures of it. Answers
 * how to lose it for good. */
export async function hearPositions(page: Page, heard: readonly Heard[]): Promise<() => Promise<void>> {
  let isLost = false;
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket('**/realtime/**', (socket) => {
    if (isLost) return void socket.close();
    sockets.push(socket);
    socket.onMessage((text) => {
      if (typeof text !== 'string') return;
      const [joinRef, ref, topic, event] = JSON.parse(text) as [string | null, string, string, string];
      const response = event === 'position' ? { is_watched: true } : {};
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]));
      if (event === 'phx_join' && topic.startsWith('live:')) socket.send(broadcast(topic, frameOf(heard)));
    });
  });
  return async () => {
    isLost = true;
    for (const socket of sockets) await socket.close();
  };
}

function frameOf(heard: readonly Heard[]): Uint8Array {
  const nowMs = Date.now();
  const sharers = heard.map(({ userId, ageMs = 0, ...place }) => {
    const sharer = new LiveSharer(userId, quantise({ ...place, fixedAtMs: nowMs - ageMs }));
    sharer.step(nowMs);
    return sharer;
  });
  const viewer = new FrameEncoder();
  viewer.see(new Set(sharers));
  return viewer.frame(nowMs) ?? new Uint8Array();
}

function broadcast(topic: string, payload: Uint8Array): Buffer {
  const [name, event] = [Buffer.from(topic), Buffer.from('frame')];
  return Buffer.concat([Buffer.from([BROADCAST, name.length, event.length]), name, event, payload]);
}
