import * as z from 'zod/mini';
import { UPLOADS_PAGE_DEFAULT } from '../limits.ts';
import { operations } from '../route.ts';
import { IMAGE_TYPES } from '../uploads.ts';
import { cursor, isoTime, pageQuery } from './values.ts';

export const upload = z.object({
  path: z.string(),
  content_type: z.enum(IMAGE_TYPES),
  width: z.int(),
  height: z.int(),
  created_at: isoTime,
});
export type Upload = z.infer<typeof upload>;

export const uploadOperations = operations({
  createUpload: {
    summary: 'Upload a picture; it is re-encoded without metadata',
    body: 'image',
    status: 201,
    response: upload,
  },
  listUploads: {
    summary: `List the viewer's pictures, newest first; ${UPLOADS_PAGE_DEFAULT} a page by default`,
    heavy: true,
    query: pageQuery,
    status: 200,
    response: z.object({ uploads: z.array(upload), next_cursor: z.nullable(cursor) }),
  },
});
