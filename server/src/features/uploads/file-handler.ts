import { buffer } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSemaphore } from '#server/async/semaphore.ts';
import type { Context } from '#server/context.ts';
import { type HttpError, notFound, unavailable } from '#server/http/errors.ts';
import { isKnown } from '#server/http/etag.ts';
import { whenClosed } from '#server/http/when-closed.ts';
import { turnKey } from '#server/rate-limits/address-key.ts';
import { StorageUnavailableError } from '#server/storage/available-storage.ts';
import { STORED_MAX_AGE_S, type StoredFile, type StoredFileInfo } from '#server/storage/storage.ts';
import { READS } from './policy.ts';

type InTurn = <T>(request: FastifyRequest, read: () => Promise<T>) => Promise<T>;
type FileContext = Pick<Context, 'storage' | 'config' | 'holdAnswer'>;
type FileRequest = FastifyRequest<{ Params: { key: string } }>;

/** Sends a stored picture, which cannot execute: its type follows from its name, and no page may frame it. */
export function createFileHandler(
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
