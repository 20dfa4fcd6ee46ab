import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header } from 'tar-stream';

/** Writes what an archive holds into a folder. @throws Error for an archive that is damaged or ends early */
export async function extractArchive(
  path: string,
  folder: string,
  { isCompressed = true }: { isCompressed?: boolean } = {},
): Promise<void> {
  const steps = isCompressed ? [createGunzip()] : [];
  await eachEntry([createReadStream(path), ...steps], (header, body) => writeEntry(folder, header, body));
}

export type EachEntry = (header: Header, body: Readable) => Promise<void>;

/** In order; each body must be read to its end. `from`: the streams that yield the archive. */
export async function eachEntry(from: readonly [Readable, ...Transform[]], work: EachEntry): Promise<void> {
  const archive = extract();
  const reading = pipeline([...from, archive]);
  // Its error is also the loop's.
  reading.catch(() => {});
  for await (const entry of archive) await work(entry.header, entry as unknown as Readable);
  await reading;
}

async function writeEntry(folder: string, { name, type }: Header, body: Readable): Promise<void> {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new Error(`The archive holds a file outside of its folder: ${name}`);
  const path = join(folder, ...parts);
  await mkdir(type === 'directory' ? path : dirname(path), { recursive: true });
  if (type === 'file' || type === 'contiguous-file') await pipeline(body, createWriteStream(path));
  else body.resume();
}
