import { bombPng, plainPicture } from '@hereabouts/testing/hostile-pictures';
import { expect, test } from 'vitest';
import { encodeImage, inspectImage, workClassOf, type SourceImage } from './process-image.ts';

test('STOR-02 whoever sends a photo waits for no large picture, however many others have sent (S8)', async () => {
  const sourceOf = async (bytes: Uint8Array) => {
    const source = await inspectImage(bytes);
    if (typeof source === 'string') throw new Error(source);
    return source;
  };
  const [large, photo] = [await sourceOf(bombPng(2_000)), await sourceOf(await plainPicture('jpeg'))];
  expect([workClassOf(large), workClassOf(photo)]).toEqual(['large', 'small']);
  const done: string[] = [];
  const encode = async (source: SourceImage, name: string) => {
    await encodeImage(source, { key: name });
    done.push(name);
  };
  const others = Array.from({ length: 6 }, (_, at) => encode(large, `large ${at}`));
  await Promise.all([...others, encode(photo, 'photo')]);
  expect(done[0]).toBe('photo');
});
