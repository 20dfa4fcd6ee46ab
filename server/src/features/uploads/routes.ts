import { buffer } from 'node:stream/consumers';
import { DAY_MS, HOUR_MS } from '@hereabouts/contract/durations';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import { IMAGE_TEXTS, uploadRoutes, UPLOADS_PATH } from '@hereabouts/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { createSemaphore } from '#server/async/semaphore.ts';
import type { Context } from '#server/context.ts';
import { type SourceImage, workClassOf } from '#server/images/process-image.ts';
import { isKnown } from '#server/http/etag.ts';
import { HttpError, notFound, rateLimited, unavailable } from '#server/http/errors.ts';
import { AROUND_FILE_MAX_BYTES, FormError, isForm, readFormFile } from '#server/http/form-file.ts';
import { createIncomingBodies, type CutReason, type Incoming } from '#server/http/limits/incoming-bodies.ts';
import { createGroupTurn } from '#server/http/queues/group-turn.ts';
import type { Serve } from '#server/http/serve.ts';
import { BODY_TIMEOUT, NO_MEMORY, refuseOnStream } from '#server/http/limits/unreadable-requests.ts';
import { whenClosed } from '#server/http/when-closed.ts';
import { createAddressLimit } from '#server/rate-limits/address-limit.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { StorageUnavailableError } from '#server/storage/available-storage.ts';
import { STORED_MAX_AGE_S, type StoredFile, type StoredFileInfo } from '#server/storage/storage.ts';
import { INCOMING_LIMITS, PIXELS_PER_HOUR, READS, STORED_OF_ADDRESS, WAITING_MAX_MS } from './policy.ts';
import { presentUpload } from './present.ts';
import { handleRemovedPictures, inspectPicture, listOwnUploads, storePicture } from './service.ts';

const FIELD = 'file';
const NO_BYTES = new Uint8Array();

const tooLarge = () => new HttpError('payload_too_large', IMAGE_TEXTS.tooLarge);
const notOnePicture = () =>
  new HttpError('invalid', 'Please choose one picture', { [FIELD]: 'One picture is expected here' });
const brokenForm = () => new HttpError('invalid', 'This upload could not be read. Please try again.');
const PROBLEMS = { not_one_file: notOnePicture, file_too_large: tooLarge, unreadable: brokenForm };

export function serveUploads(ctx: Context, serve: Serve, app: FastifyInstance): void {
  handleRemovedPictures(ctx);
  const bodies = createIncomingBodies(INCOMING_LIMITS, ctx.clock);
  const ofAddress = createGroupTurn(STORED_OF_ADDRESS);
  const work = createRateLimit({ max: PIXELS_PER_HOUR, windowMs: HOUR_MS }, ctx.clock);

  const { pictureBytes } = ctx.config.newAccounts;
  const ofNewAccounts = createAddressLimit({ max: pictureBytes, windowMs: DAY_MS }, ctx.clock);

  serve(uploadRoutes.createUpload, async ({ viewer, request, requireSession }) => {
    const address = turnKey(request.ip);
    let picture: SourceImage | null = null;
    let stopWaiting = () => {};
    let isGivenUp = false;
    const givenUp = Promise.withResolvers<never>();
    const giveUp = () => {
      isGivenUp = true;
      // Its place in the queues goes with its turn, its memory at once.
      if (picture !== null) picture.bytes = NO_BYTES;
      givenUp.reject(unavailable());
    };
    const cut = (reason: CutReason) => {
      giveUp();
      refuseOnStream(request.raw.socket, request.id, reason === 'too_slow' ? BODY_TIMEOUT : NO_MEMORY);
    };
    const body = bodies.start(viewer.userId, { address, cut });
    if (body === null) throw unavailable();
    const requireConnection = () => {
      if (isGivenUp || request.raw.socket.destroyed) throw unavailable();
    };
    const requireSender = async () => {
      requireConnection();
      await requireSession();
    };
    const takeWork = (pixels: number) => {
      requireConnection();
      stopWaiting();
      body.started();
      const waitMs = work.take(viewer.userId, pixels);
      if (waitMs > 0) throw rateLimited(waitMs);
    };
    const takeBytes = (bytes: number) => {
      const waitMs = ofNewAccounts(request.ip, bytes);
      if (waitMs > 0) throw rateLimited(waitMs);
    };
    const receive = async () => {
      const bytes = await receivePicture(request, body);
      requireConnection();
      stopWaiting = ctx.clock.after(WAITING_MAX_MS, giveUp);
      return await inspectPicture(bytes, address);
    };
    const store = async (source: SourceImage) => {
      requireConnection();
      return await storePicture(ctx, viewer, source, { key: address, takeWork, takeBytes, requireSender });
    };
    try {
      const source = await Promise.race([receive(), givenUp.promise]);
      picture = source;
      const asker = { userId: viewer.userId, group: address, kind: workClassOf(source) };
      const stored = ofAddress(asker, () => store(source));
      return presentUpload(await Promise.race([stored, givenUp.promise]));
    } finally {
      stopWaiting();
      body.end();
    }
  });

  serve(uploadRoutes.listUploads, async ({ viewer, query }) => {
    const { rows, nextCursor } = await listOwnUploads(ctx, viewer, query);
    return { uploads: rows.map(presentUpload), next_cursor: nextCursor };
  });

  const reads = createSemaphore(READS);
  const inTurn: InTurn = async (request, read) => {
    const answer = await reads.run(async () => ({ found: await read() }), turnKey(request.ip));
    if (answer === null) throw unavailable();
    return answer.found;
  };

  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS_PATH}:key`,
    handler: (request, reply) => sendFile(request, reply, inTurn, ctx),
  });
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

type InTurn = <T>(request: FastifyRequest, read: () => Promise<T>) => Promise<T>;
type FileContext = Pick<Context, 'storage' | 'config' | 'holdAnswer'>;
type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/** Cannot execute: the type follows from the name, and no page may frame it. */
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
  { holdAnswer }: FileContext,
): Promise<Buffer> {
  holdAnswer(request, reply, bytes);
  whenClosed(reply.raw, () => body.destroy());
  try {
    return await buffer(body);
  } catch (cause) {
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
