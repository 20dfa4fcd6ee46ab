import { IMAGE_MAX_FRAMES, IMAGE_MAX_MOVING_PIXELS, IMAGE_MAX_PIXELS } from '@hereabouts/contract/limits';
import { IMAGE_VARIANTS, type ImageVariant } from '@hereabouts/contract/uploads';
import sharp, { type Sharp } from 'sharp';
import { createSemaphore } from '#server/async/semaphore.ts';
import { isWholeGif } from './gif-blocks.ts';
import { type ImageKind, kindOfImage } from './image-kind.ts';
import { countJpegScans, JPEG_SCANS_MAX } from './jpeg-scans.ts';

/** Longest side of the stored picture, px. */
const SIDE_MAX = 2_560;
const JPEG_QUALITY = 82;
const WEBP_QUALITY = 80;
/** Frames are many: less effort for each. 0–6. */
const ANIMATION_EFFORT = 2;
/** For the hardest picture within the limits on a slow machine, for each of its three files. */
const ENCODE_TIMEOUT_S = 60;
/** CPU time for the hardest picture of a kind, in that of a photo (0.05 s a megapixel). */
const COST_OF_PIXEL = { jpeg: 1, png: 6, gif: 8, moving: 8 };
/** Addresses take turns, and none takes both places. */
const PLACES = { running: 2, runningPerKey: 1, perKey: 20, waiting: 200 };

// Each picture is seen once, so a cache would only hold memory.
sharp.cache(false);
// No other decoder of the library can be reached, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});

const encoders = createSemaphore(PLACES);

export type ProcessedImage = {
  kind: ImageKind;
  /** Size as people see it, px. */
  width: number;
  height: number;
  body: Buffer;
  /** WebP, moving where the picture moves. */
  variants: Record<ImageVariant, Buffer>;
};

export type ImageRefusal = 'wrong_type' | 'unreadable' | 'too_many_pixels' | 'busy';

type Source = { bytes: Uint8Array; kind: ImageKind; moving: boolean; palette: boolean; pixels: number };

export type ProcessOptions = {
  /** Where the picture comes from: addresses take turns. */
  key?: string;
  /** Given the work of drawing it, in pixels of a photo, before anything is decoded; what it throws is thrown on. */
  takeWork?: (pixels: number) => void;
};

/**
 * Draws a picture anew in its own format and in the smaller sizes: upright, in sRGB, nothing but pixels (and, for a
 * moving one, their timing). Judges by content alone; sizes are checked before anything is decoded.
 */
export async function processImage(
  bytes: Uint8Array,
  { key, takeWork = () => {} }: ProcessOptions = {},
): Promise<ProcessedImage | ImageRefusal> {
  const kind = kindOfImage(bytes);
  if (kind === null) return 'wrong_type';
  const processed = await encoders.run(async () => {
    const source = await orUnreadable(inspect(bytes, kind));
    if (typeof source === 'string') return source;
    takeWork(workOf(source));
    return await orUnreadable(encode(source));
  }, key);
  return processed ?? 'busy';
}

/** A rejection is the library's only way to say that a file is broken; its words are for developers. */
const orUnreadable = <T>(step: Promise<T>): Promise<T | 'unreadable'> => step.catch(() => 'unreadable');

const workOf = ({ pixels, moving, kind }: Source): number =>
  pixels * (moving ? COST_OF_PIXEL.moving : COST_OF_PIXEL[kind]);

async function inspect(bytes: Uint8Array, kind: ImageKind): Promise<Source | ImageRefusal> {
  if (kind === 'gif' && !isWholeGif(bytes)) return 'unreadable';
  if (kind === 'jpeg' && countJpegScans(bytes) > JPEG_SCANS_MAX) return 'unreadable';
  const header = await sharp(bytes, {
    limitInputPixels: false,
    failOn: 'error',
    animated: kind === 'gif',
  }).metadata();
  if (header.format !== kind) return 'unreadable';
  const frames = header.pages ?? 1;
  // For a moving picture, `height` is that of all frames in a column.
  const pixels = header.width * header.height;
  const moving = frames > 1;
  if (frames > IMAGE_MAX_FRAMES || pixels > (moving ? IMAGE_MAX_MOVING_PIXELS : IMAGE_MAX_PIXELS)) {
    return 'too_many_pixels';
  }
  return { bytes, kind, moving, palette: header.isPalette, pixels };
}

/** One after the other: at most one decoded picture an upload is in memory. */
async function encode(source: Source): Promise<ProcessedImage> {
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
  };
}

/** `sharp` writes no metadata and converts to sRGB unless told otherwise. */
function decode({ bytes, moving }: Source): Sharp {
  return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', animated: moving })
    .timeout({ seconds: ENCODE_TIMEOUT_S })
    .autoOrient()
    .toColourspace('srgb');
}

function inOwnFormat(source: Source): Sharp {
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

/** A very tall picture is held to twice its width, so that no variant outgrows what WebP can hold. */
function inWebp(source: Source, width: number): Sharp {
  return decode(source)
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY, ...(source.moving && { effort: ANIMATION_EFFORT }) });
}
