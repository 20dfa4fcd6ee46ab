import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { createHeldMemory, type HeldMemory } from '#server/rate-limits/held-memory.ts';
import { isForm } from './form-file.ts';
import { NO_MEMORY, refuseOnStream } from './unreadable-requests.ts';
import { whenClosed } from './when-closed.ts';

const MIB = 1024 * 1024;
/** Shorter ones are not counted: a connection takes more. */
const SMALL_BYTES = { body: 2_048, answer: 16_384 };
/** What a body counts as at least: its connection. A proxy makes a connection to here for each of the hundred requests that one
 * connection of HTTP/2 brings at once. */
const BODY_BYTES_MIN = 16_384;
/** Of a file that is being sent. */
const READ_AHEAD_BYTES = 64 * 1024;

/** Unfinished bodies, and what is sent and not read. */
export type ClientMemory = { bodies: HeldMemory; unread: HeldMemory };

/** Of a process. A few thousand unfinished or unread ones would otherwise take what a small machine has. */
export const createClientMemory = (): ClientMemory => ({
  bodies: createHeldMemory(32 * MIB),
  unread: createHeldMemory(96 * MIB),
});

/** Bodies are in memory from their first byte to the response, and answers until they are read. Bodies count by their stated
 * length, short ones only until they have arrived; uploads are limited by themselves. */
export function limitRequestMemory(app: FastifyInstance, { bodies, unread }: ClientMemory): void {
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesOfBody(request);
    const isCounted = bytes > 0 && bytes <= app.initialConfig.bodyLimit!;
    if (isCounted && !isForm(request.raw)) {
      holdUntilClosed(bodies, request, reply, Math.max(bytes, BODY_BYTES_MIN));
    }
    done();
  });
  // Its body has arrived.
  app.addHook('preValidation', (request, _reply, done) => {
    if (bytesOfBody(request) <= SMALL_BYTES.body) bodies.release(request);
    done();
  });
  // Before it is compressed, so that its length is known.
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOfAnswer(payload);
    if (bytes > SMALL_BYTES.answer) holdUntilClosed(unread, request, reply, bytes);
    done(null, payload);
  });
}

/** For an answer that is in memory before it is sent: `limitRequestMemory` counts it only from then on. */
export type HoldAnswer = (request: FastifyRequest, reply: FastifyReply, bytes: number) => void;

export const createHoldAnswer =
  ({ unread }: ClientMemory): HoldAnswer =>
  (request, reply, bytes) =>
    holdUntilClosed(unread, request, reply, bytes);

const bytesOfBody = ({ headers }: FastifyRequest): number => Number(headers['content-length'] ?? 0);

function bytesOfAnswer(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  return payload === null || payload === undefined ? 0 : READ_AHEAD_BYTES;
}

function holdUntilClosed(memory: HeldMemory, request: FastifyRequest, reply: FastifyReply, bytes: number) {
  const { socket } = request.raw;
  // Nothing would say that it is over.
  if (socket.destroyed) return;
  // One request holds one amount: an answer that fails is followed by another.
  memory.hold(request, turnKey(request.ip), bytes, () => {
    // A response that has begun can only be broken off.
    if (reply.raw.headersSent) socket.destroy();
    else refuseOnStream(socket, request.id, NO_MEMORY);
  });
  whenClosed(reply.raw, () => memory.release(request));
}
