// Draws the icons of the browser's tab and of the home screen. Run it when the mark has changed:
//   node demo/brand/draw-icons.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { tile } from './mark.mjs';

const FOLDER = fileURLToPath(new URL('../../web/public/', import.meta.url));

const TAB = tile({ share: 0.82, radius: 16 });
/** At 16 px the corners would cost what little room there is. */
const TINY = tile({ share: 0.94, radius: 10 });
const HOME = tile({ share: 0.7, radius: 14 });
/** The system cuts its own corners. */
const SQUARE = tile({ share: 0.68, radius: 0 });
/** Whatever is cut off a maskable icon lies outside a circle of four fifths of its width. */
const MASKABLE = tile({ share: 0.56, radius: 0 });

const png = (document, size) =>
  sharp(Buffer.from(document), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** An icon file that holds PNG pictures, for whoever asks for /favicon.ico unasked. */
function ico(pictures) {
  const HEADER = 6;
  const ENTRY = 16;
  const head = Buffer.alloc(HEADER + ENTRY * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, content }] of pictures.entries()) {
    const at = HEADER + ENTRY * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(content.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += content.length;
  }
  return Buffer.concat([head, ...pictures.map(({ content }) => content)]);
}

const tabIcons = [
  { document: TINY, size: 16 },
  { document: TAB, size: 32 },
  { document: TAB, size: 48 },
].map(async ({ document, size }) => ({ size, content: await png(document, size) }));

const files = {
  'favicon.svg': TAB,
  'favicon.ico': ico(await Promise.all(tabIcons)),
  'apple-touch-icon.png': await png(SQUARE, 180),
  'icons/icon-192.png': await png(HOME, 192),
  'icons/icon-512.png': await png(HOME, 512),
  'icons/maskable-192.png': await png(MASKABLE, 192),
  'icons/maskable-512.png': await png(MASKABLE, 512),
};
for (const [name, content] of Object.entries(files)) {
  writeFileSync(`${FOLDER}${name}`, content);
  console.log(`${name}: ${content.length} bytes`);
}
