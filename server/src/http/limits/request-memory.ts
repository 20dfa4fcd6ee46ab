import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { createHeldMemory, type HeldMemory } from '#server/rate-limits/held-memory.ts';
import { isForm } from '#server/http/form-file.ts';
import { NO_MEMORY, refuseOnStream } from './unreadable-requests.ts';
import { whenClosed } from '#server/http/when-closed.ts';

const MIB = 1024 * 1024;
/** Shorter bodies and answers are not counted: the connection itself costs more. */
const SMALL_BYTES = { body: 2_048, answer: 16_384 };
/** A counted body counts as at least this, the cost of its connection: a proxy opens one for each request of an HTTP/2 connection.
 */
const BODY_BYTES_MIN = 16_384;
/** Bytes that a file counts as while it is being sent. */
const READ_AHEAD_BYTES = 64 * 1024;

export type ClientMemory = { bodies: HeldMemory; unread: HeldMemory };

/** Per process: a few thousand unfinished bodies or unread answers would take the memory of a small machine. */
export const createClientMemory = (): ClientMemory => ({
  bodies: createHeldMemory(32 * MIB),
  unread: createHeldMemory(96 * MIB),
});

/** Bodies by `Content-Length` until the response (short ones until they have arrived), answers until they are read. */
export function limitRequestMemory(app: FastifyInstance, { bodies, unread }: ClientMemory): void {
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = bytesOfBody(request);
    const isCounted = bytes > 0 && bytes <= app.initialConfig.bodyLimit!;
    if (isCounted && !isForm(request.raw)) {
      holdUntilClosed(bodies, request, reply, Math.max(bytes, BODY_BYTES_MIN));
    }
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (bytesOfBody(request) <= SMALL_BYTES.body) bodies.release(request);
    done();
  });
  // Before compression, so that the length is known.
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOfAnswer(payload);
    if (bytes > SMALL_BYTES.answer) holdUntilClosed(unread, request, reply, bytes);
    done(null, payload);
  });
}

/** For an answer that is held before it is sent: `limitRequestMemory` counts it only once sending begins. */
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
  // A destroyed socket emits no `close`, which would release the memory.
  if (socket.destroyed) return;
  // One amount per request: an answer that fails is followed by another.
  memory.hold(request, turnKey(request.ip), bytes, () => {
    if (reply.raw.headersSent) socket.destroy();
    else refuseOnStream(socket, request.id, NO_MEMORY);
  });
  whenClosed(reply.raw, () => memory.release(request));
}
