import {
  bombPng,
  manyScansJpeg,
  movingGif,
  plainPicture,
  SVG,
  textBombPng,
  withGifComment,
} from '@hereabouts/testing/hostile-pictures';
import {
  EXIF_START,
  GPS_POINTER,
  PHOTO_CAMERA,
  PHOTO_XMP_TEXT,
  onItsSide,
  phonePhoto,
} from '@hereabouts/testing/photo';
import { piecesOf, pngChunk, withPngChunks } from '@hereabouts/testing/picture-bytes';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { countJpegScans, JPEG_SCANS_MAX } from './jpeg-scans.ts';
import { encodeImage, inspectImage, type EncodeOptions, type ProcessedImage } from './process-image.ts';

/** All a picture may consist of once it is ours: pixels, tables to decode them, timing. */
const PIXELS_ONLY = {
  jpeg: ['c0', 'c2', 'c4', 'da', 'db', 'dd', 'e0', 'trailer'],
  png: ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs', 'gAMA', 'sRGB', 'cHRM', 'trailer'],
  webp: ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'trailer'],
};

const processImage = async (bytes: Uint8Array, options?: EncodeOptions) => {
  const source = await inspectImage(bytes);
  return typeof source === 'string' ? source : await encodeImage(source, options);
};

async function processed(bytes: Uint8Array): Promise<ProcessedImage> {
  const result = await processImage(bytes);
  if (typeof result === 'string') throw new Error(`refused: ${result}`);
  return result;
}

const filesOf = ({ body, variants }: ProcessedImage) => [body, variants.card, variants.detail];
const isWebp = (file: Buffer) => file.toString('latin1', 8, 12) === 'WEBP';

function expectNothingButPixels(image: ProcessedImage): void {
  for (const file of filesOf(image)) {
    const kind = isWebp(file) ? 'webp' : image.kind;
    if (kind === 'gif') continue;
    const pieces = piecesOf(file);
    for (const { name } of pieces) expect(PIXELS_ONLY[kind]).toContain(name);
    expect(pieces.at(-1)).toMatchObject({ name: 'trailer', data: { length: 0 } });
  }
}

/** Width and height a WebP file says it has. */
function webpSize(file: Buffer): { width: number; height: number } {
  const [first] = piecesOf(file);
  if (first?.name === 'VP8X')
    return { width: first.data.readUIntLE(4, 3) + 1, height: first.data.readUIntLE(7, 3) + 1 };
  if (first?.name === 'VP8 ') {
    return { width: first.data.readUInt16LE(6) & 0x3fff, height: first.data.readUInt16LE(8) & 0x3fff };
  }
  const bits = first?.data.readUInt32LE(1) ?? 0;
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

const framesOf = (file: Buffer) =>
  isWebp(file) ? Math.max(1, piecesOf(file).filter(({ name }) => name === 'ANMF').length) : 0;

const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0a6c73' } }).composite([
    {
      input: { create: { width: width / 2, height, channels: 3, background: '#ff5a36' } },
      gravity: 'west',
    },
  ]);

async function colourAt(file: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(file).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return [...pixel];
}

describe('what is left of a picture', () => {
  test('STOR-02 a phone photo of over 3 MB loses its GPS, camera, XMP and colour profile in every size', async () => {
    const photo = await phonePhoto();
    expect(photo.length).toBeGreaterThan(3_000_000);
    expect(photo.includes(GPS_POINTER)).toBe(true);
    expect(piecesOf(photo).map(({ name }) => name)).toEqual(expect.arrayContaining(['e1', 'e2']));

    const image = await processed(photo);
    expectNothingButPixels(image);
    for (const file of filesOf(image)) {
      for (const trace of [GPS_POINTER, EXIF_START, PHOTO_CAMERA, PHOTO_XMP_TEXT, 'ICC_PROFILE']) {
        expect(file.includes(trace)).toBe(false);
      }
    }
    // It lay on its side: 4032 × 3024 with orientation 6.
    expect(image).toMatchObject({ kind: 'jpeg', width: 1_920, height: 2_560 });
    expect(webpSize(image.variants.card)).toEqual({ width: 640, height: 853 });
    expect(webpSize(image.variants.detail)).toEqual({ width: 1_280, height: 1_707 });
    expect(image.body.length).toBeLessThan(photo.length);
    expect(image.variants.card.length).toBeLessThan(image.variants.detail.length);
  });

  test('STOR-02 text, time and EXIF chunks of a PNG are gone', async () => {
    const png = withPngChunks(
      await plainPicture('png'),
      pngChunk('tEXt', Buffer.from('Author\0Marie')),
      pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta>home</x:xmpmeta>')),
      pngChunk('tIME', Buffer.from([7, 0xea, 6, 20, 12, 0, 0])),
      pngChunk('eXIf', Buffer.from('II*\0\b\0\0\0\0\0')),
    );
    expect(piecesOf(png).map(({ name }) => name)).toEqual(expect.arrayContaining(['tEXt', 'iTXt', 'eXIf']));
    const image = await processed(png);
    expect(image.kind).toBe('png');
    expectNothingButPixels(image);
    for (const file of filesOf(image)) expect(file.includes('Marie')).toBe(false);
  });

  test('STOR-01 STOR-02 a GIF keeps its animation and loses its comment and XMP', async () => {
    const gif = withGifComment(await movingGif({ width: 800, height: 60, frames: 12 }));
    expect(gif.includes('Marie')).toBe(true);
    const image = await processed(gif);
    expect(image).toMatchObject({ kind: 'gif', width: 800, height: 60 });
    const header = await sharp(image.body, { animated: true }).metadata();
    expect(header).toMatchObject({ pages: 12, pageHeight: 60, loop: 0 });
    expect(header.delay).toEqual(Array.from({ length: 12 }, () => 80));
    expect(framesOf(image.variants.card)).toBe(12);
    expect(framesOf(image.variants.detail)).toBe(12);
    expect(webpSize(image.variants.card)).toEqual({ width: 640, height: 48 });
    expectNothingButPixels(image);
    for (const trace of ['Marie', 'xmpmeta']) expect(image.body.includes(trace)).toBe(false);
  });

  test('STOR-02 what hides before, within or behind the pixels does not survive', async () => {
    const script = '<script>alert(document.domain)</script>';
    const jpeg = await plainPicture('jpeg');
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
    const polyglots = [
      Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), Buffer.from(`PK\x03\x04${script}`)]),
      Buffer.concat([await plainPicture('png'), Buffer.from(script)]),
      Buffer.concat([await plainPicture('gif'), Buffer.from(script)]),
    ];
    for (const polyglot of polyglots) {
      const image = await processed(polyglot);
      expectNothingButPixels(image);
      for (const file of filesOf(image)) expect(file.includes('script')).toBe(false);
    }
  });
});

describe('how a picture looks', () => {
  test('a photo taken on its side stands upright', async () => {
    const jpeg = onItsSide(
      await halves(60, 40)
        .withExif({ IFD0: { Model: 'x' } })
        .jpeg()
        .toBuffer(),
    );
    const image = await processed(jpeg);
    expect(image).toMatchObject({ width: 40, height: 60 });
    // Orientation 6 turns clockwise: what was left is now on top.
    const [top, bottom] = [await colourAt(image.body, 20, 5), await colourAt(image.body, 20, 55)];
    expect(top[0]).toBeGreaterThan(200);
    expect(bottom[0]).toBeLessThan(60);
  });

  test('a wide colour profile is turned into sRGB, not just dropped', async () => {
    const plain = await halves(40, 40).png().toBuffer();
    const wide = await sharp(plain).withIccProfile('p3').png().toBuffer();
    expect(await colourAt(wide, 5, 5)).not.toEqual([255, 90, 54]);
    const [red, green, blue] = await colourAt((await processed(wide)).body, 5, 5);
    expect(red).toBeGreaterThan(250);
    expect(Math.abs((green ?? 0) - 90)).toBeLessThan(6);
    expect(Math.abs((blue ?? 0) - 54)).toBeLessThan(6);
  });

  test('transparency and palettes of a PNG are kept, 16 bits and CMYK become 8-bit sRGB', async () => {
    const clear = await sharp({ create: { width: 30, height: 30, channels: 4, background: '#ff5a3680' } })
      .png({ palette: true })
      .toBuffer();
    const image = await processed(clear);
    expect(await sharp(image.body).metadata()).toMatchObject({ isPalette: true, hasAlpha: true });

    const deep = await halves(30, 30).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(await sharp((await processed(deep)).body).metadata()).toMatchObject({
      depth: 'uchar',
      space: 'srgb',
    });

    const print = await halves(30, 30).toColourspace('cmyk').jpeg().toBuffer();
    expect((await sharp(print).metadata()).space).toBe('cmyk');
    const onScreen = await processed(print);
    expect(await sharp(onScreen.body).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
    expect((await colourAt(onScreen.body, 5, 5))[0]).toBeGreaterThan(200);
  });

  test.each([
    { width: 1, height: 1, card: { width: 1, height: 1 }, stored: [1, 1] },
    { width: 300, height: 200, card: { width: 300, height: 200 }, stored: [300, 200] },
    { width: 20_000, height: 10, card: { width: 640, height: 1 }, stored: [2_560, 1] },
    { width: 10, height: 20_000, card: { width: 1, height: 1_280 }, stored: [1, 2_560] },
  ])('$width × $height is never enlarged and always fits', async ({ width, height, card, stored }) => {
    const png = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const image = await processed(png);
    expect([image.width, image.height]).toEqual(stored);
    expect(webpSize(image.variants.card)).toEqual(card);
  });
});

describe('what is refused', () => {
  test.each([
    ['an SVG', async () => SVG],
    ['a web page', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a WebP', () => plainPicture('webp')],
    ['a TIFF', () => plainPicture('tiff')],
    ['an AVIF', () => plainPicture('avif')],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n')],
    ['no byte at all', async () => Buffer.alloc(0)],
    ['one byte', async () => Buffer.from([0xff])],
    ['a GIF of a version that never was', async () => Buffer.from('GIF90a')],
  ])('EVF-07 STOR-02 %s is not a type we take', async (_name, make) => {
    expect(await processImage(await make())).toBe('wrong_type');
  });

  test('STOR-02 no other decoder can be reached, even past the first look', async () => {
    await expect(sharp(SVG).metadata()).rejects.toThrow();
    await expect(sharp(await plainPicture('webp')).metadata()).rejects.toThrow();
    await expect(sharp(await plainPicture('tiff')).metadata()).rejects.toThrow();
  });

  test.each(['jpeg', 'png', 'gif'] as const)(
    'STOR-02 a %s cut short or scrambled is unreadable',
    async (kind) => {
      const whole =
        kind === 'gif'
          ? await movingGif({ width: 64, height: 64, frames: 4 })
          : await halves(300, 300).toFormat(kind).toBuffer();
      expect(typeof (await processImage(whole))).toBe('object');
      for (const share of [0.02, 0.3, 0.6, 0.95]) {
        expect(await processImage(whole.subarray(0, Math.max(12, whole.length * share)))).toBe('unreadable');
      }
      const scrambled = Buffer.concat([whole.subarray(0, 8), Buffer.alloc(2_000, 0x55)]);
      expect(await processImage(scrambled)).toBe('unreadable');
    },
  );

  test('STOR-02 a PNG of 30,000 × 30,000 is refused by its header, at once and without memory for it', async () => {
    const bomb = bombPng(30_000);
    expect(bomb.length).toBeLessThan(2_000_000);
    const [before, startedMs] = [process.memoryUsage().rss, performance.now()];
    expect(await processImage(bomb)).toBe('too_many_pixels');
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('the bomb of that test is a picture, only too large', async () => {
    expect(await processed(bombPng(1_200))).toMatchObject({ width: 1_200, height: 1_200 });
  });

  test('STOR-02 compressed text of 1 GB in a PNG is never unpacked', async () => {
    const bomb = await textBombPng(1_000_000_000);
    const [before, startedMs] = [process.memoryUsage().rss, performance.now()];
    await processImage(bomb);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  test('STOR-02 a picture whose whole is in memory at once is refused by its header beyond 150 MB (S21)', async () => {
    const rgba16 = { depth: 16, colour: 6, interlaced: true };
    expect(await processImage(bombPng(4_331, rgba16))).toBe('too_many_pixels');
    expect(await processImage(bombPng(6_124, { colour: 6, interlaced: true }))).toBe('too_many_pixels');
    const jpeg = (chromaSubsampling: string, progressive: boolean) =>
      sharp({ create: { width: 5_100, height: 5_000, channels: 3, background: '#336699' } })
        .jpeg({ progressive, chromaSubsampling, quality: 20 })
        .toBuffer();
    expect(await processImage(await jpeg('4:4:4', true))).toBe('too_many_pixels');
    expect(await processImage(await jpeg('4:2:0', true))).toMatchObject({ kind: 'jpeg' });
    const small = await halves(300, 300).png({ progressive: true }).toBuffer();
    expect(await processImage(small)).toMatchObject({ kind: 'png', width: 300 });
  });

  test('STOR-02 a JPEG with more scans than any encoder writes is refused, a progressive one is not (S21)', async () => {
    expect(countJpegScans(manyScansJpeg(JPEG_SCANS_MAX))).toBe(JPEG_SCANS_MAX);
    expect(await processImage(manyScansJpeg(JPEG_SCANS_MAX))).toMatchObject({ kind: 'jpeg', width: 64 });
    expect(await processImage(manyScansJpeg(JPEG_SCANS_MAX + 1))).toBe('unreadable');
    expect(countJpegScans(await plainPicture('jpeg'))).toBe(1);
    const progressive = await sharp(await plainPicture('png'))
      .jpeg({ progressive: true })
      .toBuffer();
    expect(countJpegScans(progressive)).toBeGreaterThan(5);
    expect(await processImage(progressive)).toMatchObject({ kind: 'jpeg', width: 64, height: 48 });
  });

  test('STOR-02 a GIF of more than 300 frames, or of too many pixels in all, is refused', async () => {
    expect(typeof (await processImage(await movingGif({ width: 2, height: 2, frames: 300 })))).toBe('object');
    expect(await processImage(await movingGif({ width: 2, height: 2, frames: 301 }))).toBe('too_many_pixels');
    const wide = await movingGif({ width: 100, height: 100, frames: 20 });
    // The logical screen grows; the frames stay small.
    wide.writeUInt16LE(1_200, 6);
    wide.writeUInt16LE(1_200, 8);
    expect(await processImage(wide)).toBe('too_many_pixels');
  });
});

test('STOR-02 the work of a picture is charged before decoding, and can be refused (S21)', async () => {
  const work: number[] = [];
  const takeWork = (pixels: number) => work.push(pixels);
  await processImage(await plainPicture('jpeg'), { takeWork });
  await processImage(await movingGif({ width: 20, height: 10, frames: 5 }), { takeWork });
  expect(work).toEqual([64 * 48, 20 * 10 * 5 * 8]);
  const refusal = new Error('too much');
  const refuse = () => {
    throw refusal;
  };
  await expect(processImage(bombPng(7_000), { takeWork: refuse })).rejects.toBe(refusal);
});

test('STOR-02 beyond the queue a picture is turned away, and those in it are still drawn', async () => {
  const png = await halves(600, 600).png().toBuffer();
  const source = await inspectImage(png);
  if (typeof source === 'string') throw new Error(source);
  const results = await Promise.all(Array.from({ length: 30 }, () => encodeImage(source)));
  expect(results.filter((result) => result === 'busy')).toHaveLength(10);
  expect(results.filter((result) => typeof result === 'object')).toHaveLength(20);
  expect(await processed(png)).toMatchObject({ width: 600 });
});
