import { crc32 } from 'node:zlib';

/** A named piece of an image file: a JPEG segment, a PNG chunk, a WebP chunk. */
export type Piece = { name: string; data: Buffer };

/** Every piece of a JPEG, PNG or WebP file, read from its bytes; what follows the picture comes last as `trailer`. */
export function piecesOf(file: Buffer): Piece[] {
  if (file.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))) return jpegSegments(file);
  if (file.subarray(1, 4).toString() === 'PNG') return pngChunks(file);
  if (file.subarray(8, 12).toString() === 'WEBP') return webpChunks(file);
  throw new Error('Neither JPEG, PNG nor WebP');
}

function jpegSegments(file: Buffer): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 2; at < file.length;) {
    if (file[at] !== 0xff) throw new Error(`No JPEG marker at ${at}`);
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) {
      pieces.push({ name: 'trailer', data: file.subarray(at + 2) });
      return pieces;
    }
    const end = at + 2 + file.readUInt16BE(at + 2);
    pieces.push({ name: marker.toString(16), data: file.subarray(at + 4, end) });
    at = marker === 0xda ? endOfScan(file, end) : end;
  }
  throw new Error('A JPEG without its end');
}

/** In scan data 0xff stands before 0x00 or a restart marker only. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = start; ; at++) {
    at = file.indexOf(0xff, at);
    const next = file[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}

function pngChunks(file: Buffer): Piece[] {
  const pieces: Piece[] = [];
  let at = 8;
  while (at < file.length && pieces.at(-1)?.name !== 'IEND') {
    const length = file.readUInt32BE(at);
    pieces.push({
      name: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return [...pieces, { name: 'trailer', data: file.subarray(at) }];
}

function webpChunks(file: Buffer): Piece[] {
  const pieces: Piece[] = [];
  const end = 8 + file.readUInt32LE(4);
  for (let at = 12; at < end;) {
    const length = file.readUInt32LE(at + 4);
    pieces.push({ name: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return [...pieces, { name: 'trailer', data: file.subarray(end) }];
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Puts chunks behind a PNG's header. */
export function withPngChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const headerEnd = 8 + 12 + 13;
  return Buffer.concat([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);
}
