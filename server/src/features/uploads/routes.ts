import { uploadRoutes, UPLOADS_PATH } from '@hereabouts/contract/uploads';
import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import type { Serve } from '#server/http/serve.ts';
import { createFileHandler } from './file-handler.ts';
import { presentUpload } from './present.ts';
import { handleRemovedPictures, listOwnUploads } from './service.ts';
import { createUploadHandler } from './upload-handler.ts';

export function serveUploads(ctx: Context, serve: Serve, app: FastifyInstance): void {
  handleRemovedPictures(ctx);
  serve(uploadRoutes.createUpload, createUploadHandler(ctx));

  serve(uploadRoutes.listUploads, async ({ viewer, query }) => {
    const { rows, nextCursor } = await listOwnUploads(ctx, viewer, query);
    return { uploads: rows.map(presentUpload), next_cursor: nextCursor };
  });

  app.route<{ Params: { key: string } }>({
    method: ['GET', 'HEAD'],
    url: `${UPLOADS_PATH}:key`,
    handler: createFileHandler(ctx),
  });
}
