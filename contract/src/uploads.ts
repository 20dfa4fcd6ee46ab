import { IMAGE_MAX_BYTES } from './limits.ts';
import { routesOf } from './route.ts';
import type { uploadOperations } from './schemas/uploads.ts';

export type { Upload } from './schemas/uploads.ts';

/** Source: EVF-07. */
export const IMAGE_TEXTS = {
  tooLarge: 'Image size must be less than 5MB',
  wrongType: 'Only JPEG, PNG, and GIF images are allowed',
  unreadable: 'This image could not be read. Please try another one.',
  tooMany:
    'You have reached your picture limit. Remove some from your events, or wait a day for unused ones to be cleared.',
  tooManyPixels: 'This image has too many pixels. Please try a smaller one.',
} as const;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Client-side check; `size` in bytes. The server checks the content (EVF-07). */
export function imageProblem({ size, type }: { size: number; type: string }): string | null {
  if (size > IMAGE_MAX_BYTES) return IMAGE_TEXTS.tooLarge;
  return IMAGE_TYPES.some((allowed) => allowed === type) ? null : IMAGE_TEXTS.wrongType;
}

/** Widths in pixels; never larger than the original. */
export const IMAGE_VARIANTS = { card: 640, detail: 1280 } as const;
export type ImageVariant = keyof typeof IMAGE_VARIANTS;

export const UPLOADS_PATH = '/uploads/';

/** Variants are WebP. @param path as in responses (STOR-01) */
export const variantName = (path: string, variant: ImageVariant): string =>
  `${path.replace(/\.[a-z]+$/, '')}.${variant}.webp`;

/** @param image as in responses (STOR-01) */
export const imageUrl = (image: string, variant?: ImageVariant): string =>
  `${UPLOADS_PATH}${variant === undefined ? image : variantName(image, variant)}`;

export const DEFAULT_EVENT_IMAGES = 3;
/** Source: EVD-10. */
export function defaultEventImage(eventId: number): string {
  return `/images/default_Event/hereabouts${(eventId % DEFAULT_EVENT_IMAGES) + 1}.png`;
}

const DEFAULT_EVENT_TINTS = ['#37b3ba', '#ff5a36', '#fecba9'] as const;
/** Tint of the default picture, as #rrggbb. */
export const defaultEventTint = (eventId: number): string =>
  DEFAULT_EVENT_TINTS[eventId % DEFAULT_EVENT_IMAGES] ?? DEFAULT_EVENT_TINTS[0];

/** Source: STOR-01, STOR-02, EVF-07. */
export const uploadRoutes = routesOf<typeof uploadOperations>()({
  createUpload: { method: 'POST', path: '/api/uploads', access: 'user' },
  listUploads: { method: 'GET', path: '/api/uploads', access: 'user' },
});
