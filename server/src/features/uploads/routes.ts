import type { MultipartFile } from '@fastify/multipart';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS } from '@hereabouts/contract/errors';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import { IMAGE_TEXTS, uploadRoutes, UPLOADS_PATH } from '@hereabouts/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '#server/auth/limits/address-key.ts';
import type { Context } from '#server/context.ts';
import { HttpError, notFound, rateLimited } from '#server/http/errors.ts';
import { createIncomingBodies, type CutReason, type Incoming } from '#server/http/incoming-bodies.ts';
import type { Serve } from '#server/http/serve.ts';
import { BODY_TIMEOUT, NO_MEMORY, refuseOnStream } from '#server/http/unreadable-requests.ts';
import { createRateLimit } from '#server/rate-limits/memory-limit.ts';
import { STORED_MAX_AGE_S, type StoredFileInfo } from '#server/storage/storage.ts';
import { INCOMING_LIMITS, PIXELS_PER_HOUR } from './policy.ts';
import { presentUpload } from './present.ts';
import { handleRemovedPictures, listOwnUploads, storePicture } from './service.ts';

const FIELD = 'file';
const FORM_MAX_BYTES = 64 * 1024;

const tooLarge = () => new HttpError('payload_too_large', IMAGE_TEXTS.tooLarge);
const notOnePicture = () =>
  new HttpError('invalid', 'Please choose one picture', { [FIELD]: 'One picture is expected here' });
const brokenForm = () => new HttpError('invalid', 'This upload could not be read. Please try again.');

export function serveUploads(ctx: Context, serve: Serve, app: FastifyInstance): void {
  handleRemovedPictures(ctx);
  const bodies = createIncomingBodies(INCOMING_LIMITS, ctx.clock);
  const work = createRateLimit({ max: PIXELS_PER_HOUR, windowMs: HOUR_MS }, ctx.clock);

  serve(uploadRoutes.createUpload, async ({ viewer, request, requireSession }) => {
    const address = addressKey(request.ip);
    const cut = (reason: CutReason) =>
      refuseOnStream(request.raw.socket, request.id, reason === 'too_slow' ? BODY_TIMEOUT : NO_MEMORY);
    const body = bodies.start(viewer.userId, { address, cut });
    if (body === null) throw new HttpError('unavailable', ERROR_TEXTS.unavailable);
    const takeWork = (pixels: number) => {
      const waitMs = work.take(viewer.userId, pixels);
      if (waitMs > 0) throw rateLimited(waitMs);
    };
    try {
      const picture = await receivePicture(request, body);
      return presentUpload(
        await storePicture(ctx, viewer, picture, { key: address, takeWork, requireSession }),
      );
    } finally {
      body.end();
    }
  });

  serve(uploadRoutes.listUploads, async ({ viewer, query }) => {
    const { rows, nextCursor } = await listOwnUploads(ctx, viewer, query);
    return { uploads: rows.map(presentUpload), next_cursor: nextCursor };
  });

  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS_PATH}:key`,
    handler: (request, reply) => sendFile(ctx, request.params.key, request, reply),
  });
}

async function receivePicture(request: FastifyRequest, body: Incoming): Promise<Buffer> {
  if (!request.isMultipart()) throw notOnePicture();
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + FORM_MAX_BYTES) throw tooLarge();
  try {
    const picture = await readForm(request, body);
    body.arrived();
    return picture;
  } catch (error) {
    throw error instanceof HttpError ? error : formError(error);
  }
}

async function readForm(request: FastifyRequest, body: Incoming): Promise<Buffer> {
  let picture: Buffer | null = null;
  let strange = false;
  const limits = { fileSize: IMAGE_MAX_BYTES, files: 1, fieldSize: 1_024 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') continue;
    const bytes = await readFile(part, body);
    if (part.fieldname === FIELD) picture = bytes;
    else strange = true;
  }
  if (picture === null || strange) throw notOnePicture();
  return picture;
}

async function readFile({ file }: MultipartFile, body: Incoming): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    body.received(chunk.length);
  }
  if (file.truncated) throw tooLarge();
  return Buffer.concat(chunks);
}

function formError(error: unknown): HttpError {
  return (error as { code?: unknown }).code === 'FST_FILES_LIMIT' ? notOnePicture() : brokenForm();
}

/** Cannot execute: the type follows from the name, and no page may frame it. */
async function sendFile(ctx: Context, key: string, request: FastifyRequest, reply: FastifyReply) {
  const known = request.headers['if-none-match'];
  if (request.method === 'HEAD' || known !== undefined) {
    const info = await ctx.storage.stat(key);
    if (info === null) throw missingFile(reply);
    writeHeaders(reply, info);
    if (known !== undefined && matches(known, info.etag)) return reply.code(304).send();
    if (request.method === 'HEAD') return reply.header('content-length', info.bytes).send();
  }
  const file = await ctx.storage.get(key);
  if (file === null) throw missingFile(reply);
  writeHeaders(reply, file);
  return reply.header('content-length', file.bytes).send(file.body);
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

/** RFC 9110: a list of tags, compared weakly, or `*`. */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}
