import type { MultipartFile } from '@fastify/multipart';
import { ERROR_MESSAGES } from '@hereabouts/contract/errors';
import { IMAGE_MAX_BYTES } from '@hereabouts/contract/limits';
import { IMAGE_MESSAGES, uploadRoutes, UPLOADS_PATH } from '@hereabouts/contract/uploads';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { HttpError } from '#server/http/errors.ts';
import type { Serve } from '#server/http/serve.ts';
import { STORED_MAX_AGE_S, type StoredFileInfo } from '#server/storage/storage.ts';
import { canStartUpload } from './policy.ts';
import { presentUpload } from './present.ts';
import { listOwnUploads, storePicture } from './service.ts';

const FIELD = 'file';
/** What stands around the picture in a form. */
const FORM_MAX_BYTES = 64 * 1024;
/** 5 MB take this long at 30 kB/s. */
const RECEIVE_MAX_MS = 180_000;

const tooLarge = () => new HttpError('payload_too_large', IMAGE_MESSAGES.tooLarge);
const notOnePicture = () =>
  new HttpError('invalid', 'Please choose one picture', { [FIELD]: 'One picture is expected here' });
const brokenForm = () => new HttpError('invalid', 'This upload could not be read. Please try again.');

/** `/api/uploads`, and the public bucket itself. */
export function serveUploads(ctx: Context, serve: Serve, app: FastifyInstance): void {
  const onTheWay = new Map<string, number>();
  let all = 0;

  serve(uploadRoutes.createUpload, async ({ viewer, request }) => {
    const own = onTheWay.get(viewer.userId) ?? 0;
    if (!canStartUpload({ own, all })) throw new HttpError('unavailable', ERROR_MESSAGES.unavailable);
    onTheWay.set(viewer.userId, own + 1);
    all += 1;
    try {
      return presentUpload(await storePicture(ctx, viewer, await receivePicture(ctx, request)));
    } finally {
      all -= 1;
      const left = (onTheWay.get(viewer.userId) ?? 1) - 1;
      if (left > 0) onTheWay.set(viewer.userId, left);
      else onTheWay.delete(viewer.userId);
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

/** Reads the one picture of a form into memory. */
async function receivePicture(ctx: Context, request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw notOnePicture();
  if (Number(request.headers['content-length'] ?? 0) > IMAGE_MAX_BYTES + FORM_MAX_BYTES) throw tooLarge();
  const stopWaiting = ctx.clock.after(RECEIVE_MAX_MS, () => request.raw.destroy());
  try {
    return await readForm(request);
  } catch (error) {
    throw error instanceof HttpError ? error : formError(error);
  } finally {
    stopWaiting();
  }
}

async function readForm(request: FastifyRequest): Promise<Buffer> {
  let picture: Buffer | null = null;
  let strange = false;
  const limits = { fileSize: IMAGE_MAX_BYTES, files: 1, fieldSize: 1_024 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') continue;
    const bytes = await readFile(part);
    if (part.fieldname === FIELD) picture = bytes;
    else strange = true;
  }
  if (picture === null || strange) throw notOnePicture();
  return picture;
}

async function readFile({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer);
  if (file.truncated) throw tooLarge();
  return Buffer.concat(chunks);
}

function formError(error: unknown): HttpError {
  return (error as { code?: unknown }).code === 'FST_FILES_LIMIT' ? notOnePicture() : brokenForm();
}

/** A stored file. Nothing in it can run, whatever it may be: the type follows from the name, and no page may frame it. */
async function sendFile(ctx: Context, key: string, request: FastifyRequest, reply: FastifyReply) {
  const known = request.headers['if-none-match'];
  if (request.method === 'HEAD' || known !== undefined) {
    const info = await ctx.storage.stat(key);
    if (info === null) throw notFound(reply);
    writeHeaders(reply, info);
    if (known !== undefined && matches(known, info.etag)) return reply.code(304).send();
    if (request.method === 'HEAD') return reply.header('content-length', info.bytes).send();
  }
  const file = await ctx.storage.get(key);
  if (file === null) throw notFound(reply);
  writeHeaders(reply, file);
  return reply.header('content-length', file.bytes).send(file.body);
}

function notFound(reply: FastifyReply): HttpError {
  reply.header('cache-control', 'no-store');
  return new HttpError('not_found', ERROR_MESSAGES.not_found);
}

function writeHeaders(reply: FastifyReply, { contentType, etag }: StoredFileInfo): void {
  reply
    .type(contentType)
    .header('etag', etag)
    .header('cache-control', `public, max-age=${STORED_MAX_AGE_S}`)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'");
}

/** RFC 9110: a list of tags, compared weakly, or `*`. */
function matches(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}
