import type { FastifyInstance, FastifyRequest } from 'fastify';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { isForm } from './form-file.ts';
import { NO_MEMORY, refuseOnStream } from './unreadable-requests.ts';

/** Shorter ones are not counted: a connection takes more. */
const SMALL_BYTES = 2_048;
const HELD_MAX_BYTES = 64 * 1024 * 1024;

type Held = { from: string; bytes: number };

/** Bodies are in memory from their first byte to the response: a thousand unfinished or waiting requests of 256 kB would take
 * what a small machine has. Beyond `maxBytes` of all of them the oldest of the network address that holds most is cut off.
 * Counted by their stated length; uploads are limited by themselves. */
export function limitBodyMemory(app: FastifyInstance, maxBytes = HELD_MAX_BYTES): void {
  /** Oldest first. */
  const held = new Map<FastifyRequest, Held>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  const count = ({ from, bytes }: Held, sign: 1 | -1) => {
    total += sign * bytes;
    const left = (bytesOf.get(from) ?? 0) + sign * bytes;
    if (left > 0) bytesOf.set(from, left);
    else bytesOf.delete(from);
  };
  const release = (request: FastifyRequest) => {
    const body = held.get(request);
    if (body === undefined) return;
    held.delete(request);
    count(body, -1);
  };
  const makeRoom = () => {
    if (total <= maxBytes) return;
    const most = Math.max(...bytesOf.values());
    const [oldest] = held.entries().find(([, { from }]) => bytesOf.get(from) === most) ?? [];
    if (oldest === undefined) return;
    release(oldest);
    refuseOnStream(oldest.raw.socket, oldest.id, NO_MEMORY);
    makeRoom();
  };

  app.addHook('onRequest', (request, reply, done) => {
    const bytes = Number(request.headers['content-length'] ?? 0);
    if (bytes > SMALL_BYTES && bytes <= app.initialConfig.bodyLimit! && !isForm(request.raw)) {
      const body = { from: turnKey(request.ip), bytes };
      held.set(request, body);
      count(body, 1);
      reply.raw.once('close', () => release(request));
      makeRoom();
    }
    done();
  });
}
