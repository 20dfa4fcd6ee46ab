import { join } from 'node:path';
import sharp from 'sharp';
import { DEMO_EVENTS } from '#demo/events/events.ts';
import { PEOPLE } from '#demo/people/people.ts';
import { avatar, AVATAR_SIZE } from './avatar.ts';
import { posterSvg, svg } from './scenes.ts';
import { randomFrom } from './shapes.ts';

/* Run as a process of its own, with a folder to write to: the server's process has blocked the SVG decoder for good. */
const [, , folder] = process.argv;
if (folder === undefined) throw new Error('Usage: node draw.ts <folder>');

const write = (name: string, document: string) =>
  sharp(Buffer.from(document))
    .png({ compressionLevel: 6 })
    .toFile(join(folder, `${name}.png`));

for (const [index, { key, face }] of PEOPLE.entries()) {
  if (face) {
    await write(`person-${key}`, svg(AVATAR_SIZE, AVATAR_SIZE, avatar(face, randomFrom(index * 17 + 5))));
  }
}
for (const [index, { picture }] of DEMO_EVENTS.entries()) {
  if (picture) await write(`event-${index}`, posterSvg(picture, index + 1));
}
