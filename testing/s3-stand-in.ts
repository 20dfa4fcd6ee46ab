import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Config } from '@hereabouts/server/config';

type StoredObject = { body: Buffer; contentType: string };

export type S3StandIn = {
  endpoint: string;
  config: S3Config;
  objects: ReadonlyMap<string, StoredObject>;
  /** From now on requests are taken and not answered, as by a stopped process; false: those to come are answered. */
  hang(isHanging: boolean): void;
  /** From now on objects are sent without their length. */
  hideLengths(): void;
  /** Connections end without an answer, those of objects that are read in the middle of the body. */
  breakWhile(isBroken: () => boolean): void;
  stop(): Promise<void>;
};

/**
 * A bucket in memory that answers the object calls of S3 (path style, signatures unread, keys of all buckets together). It stands in where no
 * real service is given; what a real one makes of our requests only a real one can tell.
 */
export async function startS3StandIn(bucket: string, port = 0): Promise<S3StandIn> {
  const objects = new Map<string, StoredObject>();
  const buckets = new Set([bucket]);
  let hangs = false;
  let hidesLengths = false;
  let isBroken = () => false;
  const server = createServer((request, response) => {
    if (!hangs) void answer(request, response, { buckets, objects, hidesLengths, isBroken: isBroken() });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    config: { endpoint, region: 'us-east-1', bucket, accessKeyId: 'a', secretAccessKey: 'b' },
    objects,
    hang: (isHanging) => void (hangs = isHanging),
    hideLengths: () => void (hidesLengths = true),
    breakWhile: (asked) => void (isBroken = asked),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  {
    buckets,
    objects,
    hidesLengths,
    isBroken,
  }: {
    buckets: Set<string>;
    objects: Map<string, StoredObject>;
    hidesLengths: boolean;
    isBroken: boolean;
  },
): Promise<void> {
  const [, name, key] = /^\/([^/?]+)\/?([^?]*)/.exec(request.url ?? '') ?? [];
  const body = await buffer(request);
  if (isBroken && !(key && request.method === 'GET')) return void response.destroy();
  if (!key && request.method === 'PUT' && name !== undefined) buckets.add(name);
  if (name === undefined || !buckets.has(name)) return refuse(response, 'NoSuchBucket', request.method);
  const query = new URL(request.url ?? '', 'http://stand-in').searchParams;
  if (!key && query.get('list-type') === '2') return list(response, query, objects);
  if (!key) return void response.writeHead(200).end();
  if (request.method === 'PUT') {
    objects.set(key, { body, contentType: request.headers['content-type'] ?? '' });
    return void response.writeHead(200, { etag: tagOf(body) }).end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = objects.get(key);
  if (!found) return refuse(response, 'NoSuchKey', request.method);
  response.writeHead(200, {
    'content-type': found.contentType,
    ...(!hidesLengths && { 'content-length': found.body.length }),
    etag: tagOf(found.body),
  });
  if (isBroken) {
    response.write(found.body.subarray(0, found.body.length / 2), () => response.destroy());
    return;
  }
  response.end(request.method === 'HEAD' ? undefined : found.body);
}

/** Few a page, so that callers have to ask again. */
const PAGE_KEYS = 5;

function list(response: ServerResponse, query: URLSearchParams, objects: Map<string, StoredObject>): void {
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const contents = keys.slice(0, PAGE_KEYS).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}</ListBucketResult>`);
}

function refuse(response: ServerResponse, code: string, method: string | undefined): void {
  response.writeHead(404, { 'content-type': 'application/xml' });
  response.end(method === 'HEAD' ? undefined : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

const tagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
