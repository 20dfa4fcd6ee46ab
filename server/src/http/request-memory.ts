import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addTo } from '#server/async/semaphore.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { isForm } from './form-file.ts';
import { NO_MEMORY, refuseOnStream } from './unreadable-requests.ts';

/** Shorter ones are not counted: a connection takes more. */
const SMALL_BYTES = { body: 2_048, answer: 16_384 };
const HELD_MAX_BYTES = { bodies: 64 * 1024 * 1024, answers: 192 * 1024 * 1024 };
/** Of a file that is being sent. */
const READ_AHEAD_BYTES = 64 * 1024;

/** Bodies are in memory from their first byte to the response, and answers until they are read: a few thousand unfinished or
 * unread ones would take what a small machine has. Bodies count by their stated length; uploads are limited by themselves. */
export function limitRequestMemory(app: FastifyInstance, max = HELD_MAX_BYTES): void {
  const bodies = createHeldBytes(max.bodies);
  const answers = createHeldBytes(max.answers);

  app.addHook('onRequest', (request, reply, done) => {
    const bytes = Number(request.headers['content-length'] ?? 0);
    const isCounted = bytes > SMALL_BYTES.body && bytes <= app.initialConfig.bodyLimit!;
    if (isCounted && !isForm(request.raw)) bodies.hold(request, reply, bytes);
    done();
  });
  // Before it is compressed, so that its length is known.
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOfAnswer(payload);
    if (bytes > SMALL_BYTES.answer) answers.hold(request, reply, bytes);
    done(null, payload);
  });
}

function bytesOfAnswer(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload === null || payload === undefined ? 0 : READ_AHEAD_BYTES;
}

type Held = { from: string; bytes: number; reply: FastifyReply };

/** Beyond `maxBytes` the oldest request of the network address that holds most is cut off. */
function createHeldBytes(maxBytes: number) {
  /** Oldest first. */
  const held = new Map<FastifyRequest, Held>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  const count = ({ from, bytes }: Held, sign: 1 | -1) => {
    total += sign * bytes;
    addTo(bytesOf, from, sign * bytes);
  };
  const release = (request: FastifyRequest) => {
    const one = held.get(request);
    if (one === undefined) return;
    held.delete(request);
    count(one, -1);
  };
  const makeRoom = () => {
    if (total <= maxBytes) return;
    const most = Math.max(...bytesOf.values());
    const oldest = held.entries().find(([, { from }]) => bytesOf.get(from) === most);
    if (oldest === undefined) return;
    const [request, { reply }] = oldest;
    release(request);
    // A response that has begun can only be broken off.
    if (reply.raw.headersSent) request.raw.socket.destroy();
    else refuseOnStream(request.raw.socket, request.id, NO_MEMORY);
    makeRoom();
  };

  return {
    hold(request: FastifyRequest, reply: FastifyReply, bytes: number) {
      // Nothing would say that it is over.
      if (request.raw.socket.destroyed) return;
      // An answer that fails is followed by another.
      release(request);
      const one = { from: turnKey(request.ip), bytes, reply };
      held.set(request, one);
      count(one, 1);
      reply.raw.once('close', () => release(request));
      makeRoom();
    },
  };
}
