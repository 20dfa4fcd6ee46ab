import { plainPicture } from '@hereabouts/testing/hostile-pictures';
import { piecesOf, pngChunk, withPngChunks } from '@hereabouts/testing/picture-bytes';
import { expect, test } from 'vitest';
import { withoutPngTexts } from './png-texts.ts';

const namesOf = (file: Uint8Array) => piecesOf(Buffer.from(file)).map(({ name }) => name);

test('STOR-02 no text of a PNG is unpacked, however many it has', async () => {
  const plain = await plainPicture('png');
  const texts = ['tEXt', 'zTXt', 'iTXt', 'zTXt'].map((name) => pngChunk(name, Buffer.from('Comment\0\0x')));
  const full = withPngChunks(plain, Buffer.concat(texts));
  expect(namesOf(full)).toEqual(expect.arrayContaining(['tEXt', 'zTXt', 'iTXt']));
  expect(Buffer.from(withoutPngTexts(full))).toEqual(plain);
  expect(Buffer.from(withoutPngTexts(plain))).toEqual(plain);
});

test('STOR-02 from a broken piece on a PNG stays as it is', async () => {
  const plain = await plainPicture('png');
  for (const length of [0, 7, 8, 20, plain.length - 1]) {
    const cut = plain.subarray(0, length);
    expect(Buffer.from(withoutPngTexts(cut))).toEqual(cut);
  }
  const endless = Buffer.from(plain);
  endless.writeUInt32BE(0xff_ff_ff_ff, 8);
  expect(Buffer.from(withoutPngTexts(endless))).toEqual(endless);
});
