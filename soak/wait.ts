import { get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it is so; the time that took, or null when `maxMs` have passed. */
export async function until(isSo: () => boolean | Promise<boolean>, maxMs: number): Promise<number | null> {
  const startedMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - startedMs > maxMs) return null;
    await sleep(20);
  }
  return performance.now() - startedMs;
}

/** Whether a server listens there. */
export function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** The status over a new connection; null for none within 5 s. */
export function askAnew(url: string, localAddress?: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(url, { localAddress, agent: false, timeout: 5_000 }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? null));
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(null));
  });
}
