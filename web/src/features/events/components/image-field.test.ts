import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { EMPTY_DRAFT } from '../draft.ts';
import { ImageSender, type ImageUpload } from '../image-sender.ts';
import { ImageField } from './image-field.tsx';

const SENDING: ImageUpload = { state: 'sending', previewUrl: 'blob:sea', fraction: 0.5 };

/** The field as far as it can be used: what is locked comes last. */
function usable(isLocked: boolean) {
  const sender = new ImageSender({ show: () => {}, showLoading: () => {}, onChosen: () => {} });
  const props = {
    draft: EMPTY_DRAFT,
    fallback: null,
    upload: { upload: SENDING, loading: null, sender },
    isLow: false,
    onChange: () => {},
    error: null,
    isInBanner: false,
    isLocked,
    children: 'Title',
  };
  const drawn = renderToStaticMarkup(createElement(ImageField, props));
  const [beforeLocked = ''] = drawn
    .replaceAll(/<input[^>]* inert=""[^>]*>/g, '')
    .split(/<div[^>]* inert="">/);
  return beforeLocked;
}

test('EVF-06 EVF-18 while the event is being saved only the upload can be given up', () => {
  const parts = [/type="file"/, /Title/, /Or choose a cover/, /Cancel upload/];
  const found = (isLocked: boolean) => parts.map((part) => part.test(usable(isLocked)));
  expect(found(false)).toEqual([true, true, true, true]);
  expect(found(true)).toEqual([false, false, false, true]);
});
