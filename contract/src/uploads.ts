import * as z from 'zod/mini';
import { IMAGE_MAX_BYTES, UPLOADS_PAGE_DEFAULT } from './limits.ts';
import { cursor, isoTime, pageQuery, route } from './route.ts';

/** Exact texts of the product (EVF-07). */
export const IMAGE_MESSAGES = {
  tooLarge: 'Image size must be less than 5MB',
  wrongType: 'Only JPEG, PNG, and GIF images are allowed',
  unreadable: 'This image could not be read. Please try another one.',
  tooManyPixels: 'This image has too many pixels. Please try a smaller one.',
} as const;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What is wrong with a file before it is sent, or null. `size` in bytes. The server judges its content (EVF-07). */
export function imageProblem({ size, type }: { size: number; type: string }): string | null {
  if (size > IMAGE_MAX_BYTES) return IMAGE_MESSAGES.tooLarge;
  return IMAGE_TYPES.some((allowed) => allowed === type) ? null : IMAGE_MESSAGES.wrongType;
}

/** Widths a picture is also kept in, in pixels, for cards and for the detail page. Never larger than the original. */
export const IMAGE_VARIANTS = { card: 640, detail: 1280 } as const;
export type ImageVariant = keyof typeof IMAGE_VARIANTS;

/** The public bucket; a picture's URL is this path plus the `image` field (STOR-01). */
export const UPLOADS_PATH = '/uploads/';

/** URL path of a stored picture, or of its smaller variant (WebP). */
export function imageUrl(image: string, variant?: ImageVariant): string {
  return variant
    ? `${UPLOADS_PATH}${image.replace(/\.[a-z]+$/, '')}.${variant}.webp`
    : `${UPLOADS_PATH}${image}`;
}

export const DEFAULT_EVENT_IMAGES = 3;
/** The picture an event without one shows: index `id mod 3`, plus one (EVD-10). */
export function defaultEventImage(eventId: number): string {
  return `/images/default_Event/hereabouts${(eventId % DEFAULT_EVENT_IMAGES) + 1}.png`;
}

export const upload = z.object({
  /** What goes into an `image` field. */
  path: z.string(),
  content_type: z.enum(IMAGE_TYPES),
  width: z.int(),
  height: z.int(),
  created_at: isoTime,
});
export type Upload = z.infer<typeof upload>;

/** Source: STOR-01, STOR-02, EVF-07. */
export const uploadRoutes = {
  createUpload: route({
    method: 'POST',
    path: '/api/uploads',
    summary: 'Store a picture; it is re-encoded and loses its metadata',
    access: 'user',
    body: 'image',
    status: 201,
    response: upload,
  }),
  listUploads: route({
    method: 'GET',
    path: '/api/uploads',
    summary: `One's own pictures, newest first; ${UPLOADS_PAGE_DEFAULT} a page unless told`,
    access: 'user',
    query: pageQuery,
    status: 200,
    response: z.object({ uploads: z.array(upload), next_cursor: z.nullable(cursor) }),
  }),
};
