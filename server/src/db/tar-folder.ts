import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header, type Pack } from 'tar-stream';

/** @throws Error for a damaged or incomplete archive */
export async function extractArchive(
  path: string,
  folder: string,
  { isCompressed = true }: { isCompressed?: boolean } = {},
): Promise<void> {
  const archive = extract();
  const steps = isCompressed ? [createGunzip()] : [];
  const reading = pipeline([createReadStream(path), ...steps, archive]);
  // The loop below reports the same error.
  reading.catch(() => {});
  for await (const entry of archive) await writeEntry(folder, entry.header, entry as unknown as Readable);
  await reading;
}

export const packBytes = (pack: Pack, name: string, bytes: Buffer): Promise<void> =>
  pipeline(Readable.from([bytes]), pack.entry({ name, size: bytes.length, mode: 0o600 }));

async function writeEntry(folder: string, { name, type }: Header, body: Readable): Promise<void> {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) throw new Error(`The archive holds a file outside of its folder: ${name}`);
  const path = join(folder, ...parts);
  await mkdir(type === 'directory' ? path : dirname(path), { recursive: true });
  if (type === 'file' || type === 'contiguous-file') await pipeline(body, createWriteStream(path));
  else body.resume();
}
