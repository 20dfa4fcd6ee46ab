import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import { IMAGE_TEXTS, type uploadRoutes } from '@hereabouts/contract/uploads';
import type { FastifyRequest } from 'fastify';
import { unlessAborted } from '#server/async/unless-aborted.ts';
import type { Context } from '#server/context.ts';
import { AROUND_FILE_MAX_BYTES, FormError, isForm, readFormFile } from '#server/http/form-file.ts';
import { HttpError, rateLimited, unavailable } from '#server/http/errors.ts';
import { createIncomingBodies, type CutReason, type Incoming } from '#server/http/limits/incoming-bodies.ts';
import { BODY_TIMEOUT, NO_MEMORY, refuseOnStream } from '#server/http/limits/unreadable-requests.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import type { Handler } from '#server/http/serve.ts';
import { type SourceImage, workClassOf } from '#server/images/process-image.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { createAddressLimit } from '#server/rate-limits/address-limit.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { INCOMING_LIMITS, PIXELS_PER_HOUR, STORED_OF_ADDRESS, WAITING_MAX_MS } from './policy.ts';
import { presentUpload } from './present.ts';
import { inspectPicture, storePicture } from './service.ts';

const FIELD = 'file';
const NO_BYTES = new Uint8Array();

const tooLarge = () => new HttpError('payload_too_large', IMAGE_TEXTS.tooLarge);
const notOnePicture = () =>
  new HttpError('invalid', 'Please choose one picture', { [FIELD]: 'One picture is expected here' });
const brokenForm = () => new HttpError('invalid', 'This upload could not be read. Please try again.');
const PROBLEMS = { not_one_file: notOnePicture, file_too_large: tooLarge, unreadable: brokenForm };

/** Receives a picture and stores it (STOR-01, STOR-02). One that gives way to others, or has waited too long for its turn, is answered
 * and forgotten at once. */
export function createUploadHandler(ctx: Context): Handler<typeof uploadRoutes.createUpload> {
  const bodies = createIncomingBodies(INCOMING_LIMITS, ctx.clock);
  const ofAddress = createGroupTurn(STORED_OF_ADDRESS);
  const pixels = createRateLimit({ max: PIXELS_PER_HOUR, windowMs: HOUR_MS }, ctx.clock);
  const { pictureBytes } = ctx.config.newAccounts;
  const bytesOfNewAccounts = createAddressLimit({ max: pictureBytes, windowMs: DAY_MS }, ctx.clock);

  return async ({ viewer, request, requireSession }) => {
    const address = turnKey(request.ip);
    const upload = new AbortController();
    const { signal } = upload;
    const giveUp = () => upload.abort(unavailable());
    const cut = (reason: CutReason) => {
      giveUp();
      refuseOnStream(request.raw.socket, request.id, reason === 'too_slow' ? BODY_TIMEOUT : NO_MEMORY);
    };
    const body = bodies.start(viewer.userId, { address, cut });
    if (body === null) throw unavailable();
    let stopWaiting = () => {};
    const requireConnection = () => {
      signal.throwIfAborted();
      if (request.raw.socket.destroyed) throw unavailable();
    };
    const receive = async () => {
      const bytes = await receivePicture(request, body);
      requireConnection();
      stopWaiting = ctx.clock.after(WAITING_MAX_MS, giveUp);
      return await inspectPicture(bytes, address);
    };
    const store = async (source: SourceImage) => {
      requireConnection();
      return await storePicture(ctx, viewer, source, {
        key: address,
        takeWork: (count) => {
          requireConnection();
          stopWaiting();
          body.started();
          refuseBeyond(pixels.take(viewer.userId, count));
        },
        takeBytes: (bytes) => refuseBeyond(bytesOfNewAccounts(request.ip, bytes)),
        requireSender: async () => {
          requireConnection();
          await requireSession();
        },
      });
    };
    try {
      const source = await unlessAborted(signal, receive());
      // Its place in the queues goes with its turn, its memory at once.
      signal.addEventListener('abort', () => {
        source.bytes = NO_BYTES;
      });
      const asker = { userId: viewer.userId, group: address, kind: workClassOf(source) };
      const stored = ofAddress(asker, () => store(source));
      return presentUpload(await unlessAborted(signal, stored));
    } finally {
      stopWaiting();
      body.end();
    }
  };
}

function refuseBeyond(waitMs: number): void {
  if (waitMs > 0) throw rateLimited(waitMs);
}

async function receivePicture({ raw }: FastifyRequest, body: Incoming): Promise<Buffer> {
  if (!isForm(raw)) throw notOnePicture();
  if (Number(raw.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + AROUND_FILE_MAX_BYTES) throw tooLarge();
  try {
    const received = (bytes: number) => body.received(bytes);
    const picture = await readFormFile(raw, { field: FIELD, maxBytes: IMAGE_MAX_BYTES, received });
    body.arrived();
    return picture;
  } catch (error) {
    throw error instanceof FormError ? PROBLEMS[error.problem]() : brokenForm();
  }
}
