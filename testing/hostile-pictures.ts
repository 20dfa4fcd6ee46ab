import { deflateSync, constants as zlib } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk, withPngChunks } from './picture-bytes.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BLOCK_BYTES = 1_000_000;

/** A well-formed PNG of `side` × `side` black pixels: small to send, `side`² bytes to decode. */
export function bombPng(side: number, { depth = 8, colour = 0, interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, colour, 0, 0, Number(interlaced)], 8);
  return Buffer.concat([
    SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflatedZeros(side * (side + 1))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A small PNG whose compressed text unpacks to `bytes` zeros. */
export async function textBombPng(bytes: number): Promise<Buffer> {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflatedZeros(bytes)]);
  return withPngChunks(await plainPicture('png'), pngChunk('zTXt', text));
}

/** The zlib stream of `bytes` zeros, made of one block repeated: deflating them all would take seconds. */
function deflatedZeros(bytes: number): Buffer {
  const flush = zlib.Z_FULL_FLUSH;
  const block = deflateSync(Buffer.alloc(BLOCK_BYTES), { finishFlush: flush });
  const rest = deflateSync(Buffer.alloc(bytes % BLOCK_BYTES), { finishFlush: flush });
  const header = block.subarray(0, 2);
  const end = Buffer.from([0x03, 0x00]);
  const adler = Buffer.alloc(4);
  adler.writeUInt32BE((bytes % 65_521) * 65_536 + 1);
  const blocks = Array.from({ length: Math.floor(bytes / BLOCK_BYTES) }, () => block.subarray(2));
  return Buffer.concat([header, ...blocks, rest.subarray(2), end, adler]);
}

export async function plainPicture(
  format: 'jpeg' | 'png' | 'gif' | 'webp' | 'tiff' | 'avif',
): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#f4b400' } })
    .toFormat(format)
    .toBuffer();
}

const jpegSegment = (marker: number, ...data: number[]): Buffer =>
  Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff, ...data]);

/** A grey progressive JPEG of 64 × 48 px with that many scans: each is a few bytes to send and the whole area to draw. */
export function manyScansJpeg(scans: number): Buffer {
  const quantisation = jpegSegment(0xdb, 0, ...Array<number>(64).fill(1));
  const frame = jpegSegment(0xc2, 8, 0, 48, 0, 64, 1, 1, 0x11, 0);
  const oneCode = Array.from({ length: 16 }, (_, index) => (index === 0 ? 1 : 0));
  const noChange = jpegSegment(0xc4, 0x00, ...oneCode, 0x00);
  /** Symbol 0x50: a run of 32 and, in five bits, more blocks without anything. */
  const emptyRun = jpegSegment(0xc4, 0x10, ...oneCode, 0x50);
  const flat = [jpegSegment(0xda, 1, 1, 0x00, 0, 0, 0), Buffer.alloc(48 / 8)];
  const empty = Array.from({ length: scans - 1 }, (_, index) => {
    const frequency = 1 + (index % 63);
    return Buffer.concat([
      jpegSegment(0xda, 1, 1, 0x00, frequency, frequency, 0),
      Buffer.from([0b0_10000_11]),
    ]);
  });
  const [start, end] = [Buffer.from([0xff, 0xd8]), Buffer.from([0xff, 0xd9])];
  return Buffer.concat([start, quantisation, frame, noChange, emptyRun, ...flat, ...empty, end]);
}

/** An animation whose frames differ. */
export async function movingGif(size: { width: number; height: number; frames: number }): Promise<Buffer> {
  const { width, height, frames } = size;
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let at = 0; at < pixels.length; at++) {
    const frame = Math.floor(at / (width * height * 3));
    pixels[at] = (frame * 37 + (at % (width * 3))) % 256;
  }
  return sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 80), loop: 0, effort: 1 })
    .toBuffer();
}

const SECRET_COMMENT = Buffer.from('made at home by Marie');

/** Puts a comment and an XMP block where a GIF's first frame starts. */
export function withGifComment(gif: Buffer): Buffer {
  const tableBytes = (gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0;
  const start = 13 + tableBytes;
  const block = (data: Buffer) => Buffer.concat([Buffer.from([data.length]), data, Buffer.from([0])]);
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe]), block(SECRET_COMMENT)]);
  const xmp = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('XMP DataXMP'),
    block(Buffer.from('<x:xmpmeta>home</x:xmpmeta>')),
  ]);
  return Buffer.concat([gif.subarray(0, start), comment, xmp, gif.subarray(start)]);
}

export const SVG = Buffer.from(
  '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><script>alert(1)</script><text>&x;</text></svg>',
);
