import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';

export type FormProblem = 'not_one_file' | 'file_too_large' | 'unreadable';

export class FormError extends Error {
  override readonly name = 'FormError';
  readonly problem: FormProblem;
  constructor(problem: FormProblem) {
    super(problem);
    this.problem = problem;
  }
}

const PARTS_MAX = 6;
export const AROUND_FILE_MAX_BYTES = 64 * 1024;
/** Bytes parsed at once: small parts cost thousands of times what they cost to send, and their limit is checked between
 * slices. */
const SLICE_BYTES = 4 * 1024;

export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');

/** Ignores fields beside the file, and ends with the first problem. @throws FormError, or the error of the request's stream */
export async function readFormFile(
  request: IncomingMessage,
  {
    field,
    maxBytes,
    received,
    inTurn = async (work) => work(),
  }: {
    field: string;
    maxBytes: number;
    received: (bytes: number) => void;
    /** Where many bodies arrive, each chunk is parsed in turn. */
    inTurn?: (parse: () => void) => Promise<void>;
  },
): Promise<Buffer> {
  const form = openForm(request, maxBytes);
  const settled = new AbortController();
  let problem: FormProblem | null = null;
  const refuse = (reason: FormProblem) => {
    problem ??= reason;
    settled.abort();
  };
  let isInFile = false;
  let file: Buffer | null = null;
  form.on('partsLimit', () => refuse('unreadable'));
  form.on('filesLimit', () => refuse('not_one_file'));
  form.on('error', () => refuse('unreadable'));
  form.on('file', (name, stream) => {
    const chunks: Buffer[] = [];
    isInFile = true;
    stream.on('limit', () => refuse('file_too_large'));
    stream.on('error', () => refuse('unreadable'));
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      received(chunk.length);
    });
    stream.on('end', () => {
      isInFile = false;
      if (name === field) file = Buffer.concat(chunks);
      else refuse('not_one_file');
    });
  });
  const next = async (event: 'drain' | 'finish') =>
    void (await once(form, event, { signal: settled.signal }).catch(() => {}));
  // From now on: `finish` may come with the last part.
  const finished = next('finish');

  let aroundBytes = 0;
  /** At most one, however many slices of a chunk the parser still has to handle. */
  const drains: Promise<void>[] = [];
  const parse = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length && !settled.signal.aborted; at += SLICE_BYTES) {
      const slice = chunk.subarray(at, at + SLICE_BYTES);
      if (!isInFile) aroundBytes += slice.length;
      if (aroundBytes > AROUND_FILE_MAX_BYTES) refuse('unreadable');
      else if (!form.write(slice) && drains.length === 0) drains.push(next('drain'));
    }
  };
  // The connection carries the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    await inTurn(() => parse(chunk));
    await Promise.all(drains.splice(0));
    if (problem !== null) throw new FormError(problem);
  }
  form.end();
  await finished;
  if (problem !== null) throw new FormError(problem);
  if (file === null) throw new FormError('not_one_file');
  return file;
}

function openForm({ headers }: IncomingMessage, maxBytes: number) {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fileSize: maxBytes, files: 1, fieldSize: 1_024, parts: PARTS_MAX, headerPairs: 20 },
    });
  } catch {
    throw new FormError('unreadable');
  }
}
