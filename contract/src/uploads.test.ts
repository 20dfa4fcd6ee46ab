import { IMAGE_MAX_BYTES } from './limits.ts';
import { expect, test } from 'vitest';
import { imageProblem } from './uploads.ts';

test('EVF-07 exactly 5 MB is taken, a byte more is not', () => {
  expect(imageProblem({ size: IMAGE_MAX_BYTES, type: 'image/jpeg' })).toBeNull();
  expect(imageProblem({ size: IMAGE_MAX_BYTES + 1, type: 'image/jpeg' })).toBe(
    'Image size must be less than 5MB',
  );
});

test.each(['image/heic', 'image/webp', 'image/svg+xml', 'application/pdf', ''])(
  'EVF-07 a file of type "%s" is not taken',
  (type) => {
    expect(imageProblem({ size: 1, type })).toBe('Only JPEG, PNG, and GIF images are allowed');
  },
);
