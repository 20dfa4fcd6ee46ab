import { IMAGE_MAX_FRAMES, IMAGE_MAX_PIXELS } from '@hereabouts/contract/limits';
import { IMAGE_VARIANTS, type ImageVariant } from '@hereabouts/contract/uploads';
import sharp, { type Sharp } from 'sharp';
import { createLimiter } from '#server/limiter.ts';
import { isWholeGif } from './gif-blocks.ts';
import { type ImageKind, kindOfImage } from './image-kind.ts';

/** Longest side of the stored picture, px. */
const SIDE_MAX = 2_560;
const JPEG_QUALITY = 82;
const WEBP_QUALITY = 80;
/** Frames are many: less effort for each. 0–6. */
const ANIMATION_EFFORT = 2;
/** For the hardest picture within the limits on a slow machine, for each of its three files. */
const ENCODE_TIMEOUT_S = 60;
const ENCODING_MAX = 2;
const WAITING_MAX = 20;

// Each picture is seen once, so a cache would only hold memory.
sharp.cache(false);
// No other decoder of the library can be reached, whatever a file pretends to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
});

const encoders = createLimiter({ running: ENCODING_MAX, waiting: WAITING_MAX });

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

type Source = { bytes: Uint8Array; kind: ImageKind; moving: boolean; palette: boolean };

/**
 * Draws a picture anew in its own format and in the smaller sizes: upright, in sRGB, nothing but pixels (and, for a
 * moving one, their timing). Judges by content alone; sizes are checked before anything is decoded.
 */
export async function processImage(bytes: Uint8Array): Promise<ProcessedImage | ImageRefusal> {
  const kind = kindOfImage(bytes);
  if (kind === null) return 'wrong_type';
  const processed = await encoders.run(async () => {
    try {
      const source = await inspect(bytes, kind);
      return typeof source === 'string' ? source : await encode(source);
    } catch {
      // The library's only way to say that a file is broken; its words are for developers.
      return 'unreadable';
    }
  });
  return processed ?? 'busy';
}

async function inspect(bytes: Uint8Array, kind: ImageKind): Promise<Source | ImageRefusal> {
  if (kind === 'gif' && !isWholeGif(bytes)) return 'unreadable';
  const header = await sharp(bytes, {
    limitInputPixels: false,
    failOn: 'error',
    animated: kind === 'gif',
  }).metadata();
  if (header.format !== kind) return 'unreadable';
  const frames = header.pages ?? 1;
  // For a moving picture, `height` is that of all frames in a column.
  if (frames > IMAGE_MAX_FRAMES || header.width * header.height > IMAGE_MAX_PIXELS) return 'too_many_pixels';
  return { bytes, kind, moving: frames > 1, palette: header.isPalette };
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
