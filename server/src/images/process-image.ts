import { availableParallelism } from 'node:os';
import { IMAGE_MAX_FRAMES, IMAGE_MAX_MOVING_PIXELS, IMAGE_MAX_PIXELS } from '@hereabouts/contract/limits';
import { IMAGE_VARIANTS, type ImageVariant } from '@hereabouts/contract/uploads';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { createSemaphore } from '#server/async/semaphore.ts';
import { accentOf } from './accent.ts';
import { isWholeGif } from './gif-blocks.ts';
import { type ImageKind, kindOfImage } from './image-kind.ts';
import { countJpegScans, JPEG_SCANS_MAX } from './jpeg-scans.ts';
import { withoutPngTexts } from './png-texts.ts';

/** Longest side, px. */
const SIDE_MAX = 2_560;
const JPEG_QUALITY = 82;
const WEBP_QUALITY = 80;
/** 0–6; low, because frames are many. */
const ANIMATION_EFFORT = 2;
/** Per file. */
const ENCODE_TIMEOUT_S = 60;
/** CPU per pixel relative to a photo (0.05 s a megapixel). */
const COST_OF_PIXEL = { jpeg: 1, png: 6, gif: 8, moving: 8 };
/** Interlaced PNGs and progressive JPEGs are in memory as a whole: 50 megapixels with 16 bits take 400 MB. */
const WHOLE_MAX_BYTES = 150_000_000;
/** Numbers per pixel, by chroma subsampling. */
const JPEG_SAMPLES: Readonly<Record<string, number>> = { '4:2:0': 1.5, '4:2:2': 2, '4:4:4': 3 };
/** Pixels of a photo that takes 1 s on a slow core, as from most phones; `small`: 0.1 s. */
const CLASS_MAX = { small: 2_000_000, usual: 20_000_000 };
const AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Turns are counted in work: large pictures take several. A new key is ahead by more than the largest picture costs. */
const PIXELS_PER_TURN = 10_000_000;
const PLACES = { runningPerKey: 1, perKey: 20, waiting: 200, headStart: 80 };

sharp.cache(false);
sharp.concurrency(1);
// Blocks all other decoders.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});

/** Read at once, since a picture's turn depends on its header; the memory of the pictures bounds what waits. */
const headers = createSemaphore({ running: AT_ONCE, runningPerKey: 1, waiting: Infinity });
/** Small pictures have a place of their own, so that they do not wait for a large one to end. */
const encoders = {
  small: createSemaphore({ ...PLACES, running: 1 }),
  others: createSemaphore({ ...PLACES, running: AT_ONCE }),
};

export type ProcessedImage = {
  kind: ImageKind;
  /** After rotation, px. */
  width: number;
  height: number;
  body: Buffer;
  /** WebP, animated if the source is. */
  variants: Record<ImageVariant, Buffer>;
  /** The most vivid of its frequent colours, as `#rrggbb`. */
  tint: string;
};

export type ImageRefusal = 'wrong_type' | 'unreadable' | 'too_many_pixels' | 'busy';

export type SourceImage = {
  bytes: Uint8Array;
  kind: ImageKind;
  moving: boolean;
  palette: boolean;
  pixels: number;
};

/** Checks a picture before it is decoded. @param key as in `encodeImage` */
export async function inspectImage(bytes: Uint8Array, key?: string): Promise<SourceImage | ImageRefusal> {
  const kind = kindOfImage(bytes);
  if (kind === null) return 'wrong_type';
  return (await headers.run(() => orUnreadable(inspect(bytes, kind)), key)) ?? 'busy';
}

export type EncodeOptions = {
  key?: string;
  /** Charged before decoding, in pixels of a photo; errors propagate. */
  takeWork?: (pixels: number) => void;
};

/** Re-encodes a picture in its format and in smaller sizes: upright, sRGB, without metadata. */
export async function encodeImage(
  source: SourceImage,
  { key, takeWork = () => {} }: EncodeOptions = {},
): Promise<ProcessedImage | ImageRefusal> {
  const encodeNow = async () => {
    takeWork(workOf(source));
    return await orUnreadable(encode(source));
  };
  const place = workClassOf(source) === 'small' ? encoders.small : encoders.others;
  return (await place.run(encodeNow, key, key, workOf(source) / PIXELS_PER_TURN)) ?? 'busy';
}

/** The library reports broken files only by rejections. */
const orUnreadable = <T>(step: Promise<T>): Promise<T | 'unreadable'> => step.catch(() => 'unreadable');

const workOf = ({ pixels, moving, kind }: SourceImage): number =>
  pixels * (moving ? COST_OF_PIXEL.moving : COST_OF_PIXEL[kind]);

export function workClassOf(source: SourceImage): 'small' | 'usual' | 'large' {
  const work = workOf(source);
  if (work <= CLASS_MAX.small) return 'small';
  return work <= CLASS_MAX.usual ? 'usual' : 'large';
}

async function inspect(given: Uint8Array, kind: ImageKind): Promise<SourceImage | ImageRefusal> {
  const bytes = kind === 'png' ? withoutPngTexts(given) : given;
  if (kind === 'gif' && !isWholeGif(bytes)) return 'unreadable';
  if (kind === 'jpeg' && countJpegScans(bytes) > JPEG_SCANS_MAX) return 'unreadable';
  const header = await sharp(bytes, {
    limitInputPixels: false,
    failOn: 'error',
    animated: kind === 'gif',
  }).metadata();
  if (header.format !== kind) return 'unreadable';
  const frames = header.pages ?? 1;
  // `height` of an animation is that of all frames together.
  const pixels = header.width * header.height;
  const moving = frames > 1;
  if (frames > IMAGE_MAX_FRAMES || pixels > (moving ? IMAGE_MAX_MOVING_PIXELS : IMAGE_MAX_PIXELS)) {
    return 'too_many_pixels';
  }
  if (header.isProgressive && wholeBytesOf(header) > WHOLE_MAX_BYTES) return 'too_many_pixels';
  return { bytes, kind, moving, palette: header.isPalette, pixels };
}

function wholeBytesOf({ format, width, height, channels, depth, chromaSubsampling = '' }: Metadata): number {
  // A JPEG is held as coefficients of two bytes.
  if (format === 'jpeg') return width * height * 2 * (JPEG_SAMPLES[chromaSubsampling] ?? 4);
  return width * height * channels * (depth === 'ushort' ? 2 : 1);
}

/** Sequential, to bound memory. */
async function encode(source: SourceImage): Promise<ProcessedImage> {
  const { data, info } = await inOwnFormat(source).toBuffer({ resolveWithObject: true });
  return {
    kind: source.kind,
    width: info.width,
    height: info.pageHeight ?? info.height,
    body: data,
    variants: {
      card: await inWebp(source, IMAGE_VARIANTS.card).toBuffer(),
      detail: await inWebp(source, IMAGE_VARIANTS.detail).toBuffer(),
    },
    tint: await tintOf(data),
  };
}

/** Null where the picture cannot be read, or not now. */
export async function tintOfStored(body: Uint8Array): Promise<string | null> {
  const tint = await encoders.others.run(() => orUnreadable(tintOf(body)));
  return tint === undefined || tint === 'unreadable' ? null : tint;
}

const TINT_SIDE = 64;

async function tintOf(body: Uint8Array): Promise<string> {
  const pixels = await sharp(body, { limitInputPixels: IMAGE_MAX_PIXELS })
    .timeout({ seconds: ENCODE_TIMEOUT_S })
    .resize({ width: TINT_SIDE, height: TINT_SIDE, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return accentOf(pixels);
}

/** `sharp` drops metadata and converts to sRGB by default. */
function decode({ bytes, moving }: SourceImage): Sharp {
  return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', animated: moving })
    .timeout({ seconds: ENCODE_TIMEOUT_S })
    .autoOrient()
    .toColourspace('srgb');
}

function inOwnFormat(source: SourceImage): Sharp {
  const picture = decode(source).resize({
    width: SIDE_MAX,
    height: SIDE_MAX,
    fit: 'inside',
    withoutEnlargement: true,
  });
  switch (source.kind) {
    case 'jpeg':
      return picture.jpeg({ quality: JPEG_QUALITY, mozjpeg: true });
    case 'png':
      return picture.png({ compressionLevel: 9, palette: source.palette, quality: 100 });
    case 'gif':
      return picture.gif();
  }
}

/** Limits very tall pictures to WebP's maximum. */
function inWebp(source: SourceImage, width: number): Sharp {
  return decode(source)
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, ...(source.moving && { effort: ANIMATION_EFFORT }) });
}
