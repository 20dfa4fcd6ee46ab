import { IMAGE_TEXTS, uploadRoutes, UPLOADS_PATH } from '@hereabouts/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import { buffer } from 'node:stream/consumers';
import type { Context } from '#server/context.ts';
import type { Handler, Serve } from '#server/http/serve.ts';
import { answerWithin } from '#server/async/timeout.ts';
import { unlessAborted } from '#server/async/unless-aborted.ts';
import { AROUND_FILE_MAX_BYTES, FormError, isForm, readFormFile } from '#server/http/form-file.ts';
import { HttpError, notFound, rateLimited, unavailable } from '#server/http/errors.ts';
import { createBodyShare } from '#server/http/limits/body-share.ts';
import { createIncomingBodies, type CutReason, type Incoming } from '#server/http/limits/incoming-bodies.ts';
import { BODY_TIMEOUT, NO_MEMORY, refuseOnStream } from '#server/http/limits/unreadable-requests.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import { type SourceImage, workClassOf } from '#server/images/process-image.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { createAddressLimit } from '#server/rate-limits/address-limit.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { createSemaphore } from '#server/async/semaphore.ts';
import { isKnown } from '#server/http/etag.ts';
import { whenClosed } from '#server/http/when-closed.ts';
import { StorageUnavailableError } from '#server/storage/available-storage.ts';
import { STORED_MAX_AGE_S, type StoredFile, type StoredFileInfo } from '#server/storage/storage.ts';
import { presentUpload } from './present.ts';
import { handleRemovedPictures } from './removal-service.ts';
import { inspectPicture, listOwnUploads, storePicture } from './service.ts';
import {
  INCOMING_LIMITS,
  PIXELS_PER_HOUR,
  READ_MAX_MS,
  READS,
  STORED_OF_ADDRESS,
  WAITING_MAX_MS,
} from './policy.ts';

const FIELD = 'file';
const NO_BYTES = new Uint8Array();

const tooLarge = () => new HttpError('payload_too_large', IMAGE_TEXTS.tooLarge);
const notOnePicture = () =>
  new HttpError('invalid', 'Please choose one picture', { [FIELD]: 'One picture is expected here' });
const brokenForm = () => new HttpError('invalid', 'This upload could not be read. Please try again.');
const PROBLEMS = { not_one_file: notOnePicture, file_too_large: tooLarge, unreadable: brokenForm };

export function serveUploads(ctx: Context, serve: Serve, app: FastifyInstance): void {
  handleRemovedPictures(ctx);
  serve(uploadRoutes.createUpload, createUploadHandler(ctx));

  serve(uploadRoutes.listUploads, async ({ viewer, query }) => {
    const { rows, nextCursor } = await listOwnUploads(ctx, viewer, query);
    return { uploads: rows.map(presentUpload), next_cursor: nextCursor };
  });

  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS_PATH}:key`,
    handler: createFileHandler(ctx),
  });
}

/** Receives a picture and stores it (STOR-01, STOR-02). One that gives way to others, or has waited too long for its turn, is answered
 * and forgotten at once. */
function createUploadHandler(ctx: Context): Handler<typeof uploadRoutes.createUpload> {
  const bodies = createIncomingBodies(INCOMING_LIMITS, ctx.clock);
  const inShare = createBodyShare();
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
      const asker = { key: viewer.userId, group: address };
      const bytes = await receivePicture(request, body, (work) => inShare(asker, work));
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
      // The memory is freed at once; the place in the queues only when its turn comes.
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

async function receivePicture(
  { raw }: FastifyRequest,
  body: Incoming,
  inTurn: (work: () => void) => Promise<void>,
): Promise<Buffer> {
  if (!isForm(raw)) throw notOnePicture();
  if (Number(raw.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + AROUND_FILE_MAX_BYTES) throw tooLarge();
  try {
    const received = (bytes: number) => body.received(bytes);
    const picture = await readFormFile(raw, { field: FIELD, maxBytes: IMAGE_MAX_BYTES, received, inTurn });
    body.arrived();
    return picture;
  } catch (error) {
    throw error instanceof FormError ? PROBLEMS[error.problem]() : brokenForm();
  }
}

type InTurn = <T>(request: FastifyRequest, read: () => Promise<T>) => Promise<T>;
type FileContext = Pick<Context, 'storage' | 'config' | 'clock' | 'holdAnswer'>;
type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/** Sends a stored picture, which cannot execute: its type follows from its name, and no page may frame it. */
function createFileHandler(
  ctx: FileContext,
): (request: FileRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const reads = createSemaphore(READS);
  const inTurn: InTurn = async (request, read) => {
    const answer = await reads.run(async () => ({ found: await read() }), turnKey(request.ip));
    if (answer === null) throw unavailable();
    return answer.found;
  };
  return (request, reply) => sendFile(request, reply, inTurn, ctx);
}

async function sendFile(request: FileRequest, reply: FastifyReply, inTurn: InTurn, ctx: FileContext) {
  const { storage } = ctx;
  const { key } = request.params;
  const known = request.headers['if-none-match'];
  if (request.method === 'HEAD' || known !== undefined) {
    const info = await inTurn(request, () => storage.stat(key));
    if (info === null) throw missingFile(reply);
    writeHeaders(reply, info);
    if (isKnown(known, info.etag)) return reply.code(304).send();
    if (request.method === 'HEAD') return reply.header('content-length', info.bytes).send();
  }
  const isRemote = ctx.config.s3 !== null;
  const found = await inTurn(request, async () => {
    const file = await storage.get(key);
    if (file === null) return null;
    return { file, body: isRemote ? await readWhole(file, request, reply, ctx) : file.body };
  });
  if (found === null) throw missingFile(reply);
  writeHeaders(reply, found.file);
  return reply.header('content-length', found.file.bytes).send(found.body);
}

/** The connections to a bucket are few: none waits for a client that reads slowly. */
async function readWhole(
  { body, bytes }: StoredFile,
  request: FileRequest,
  reply: FastifyReply,
  { clock, holdAnswer }: FileContext,
): Promise<Buffer> {
  holdAnswer(request, reply, bytes);
  whenClosed(reply.raw, () => body.destroy());
  try {
    const late = () => new Error(`Not read within ${READ_MAX_MS} ms`);
    return await answerWithin(clock, READ_MAX_MS, buffer(body), late);
  } catch (cause) {
    body.destroy();
    throw new StorageUnavailableError('A picture could not be read', { cause });
  }
}

function missingFile(reply: FastifyReply): HttpError {
  reply.header('cache-control', 'no-store');
  return notFound();
}

function writeHeaders(reply: FastifyReply, { contentType, etag }: StoredFileInfo): void {
  reply
    .type(contentType)
    .header('etag', etag)
    .header('cache-control', `public, max-age=${STORED_MAX_AGE_S}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
