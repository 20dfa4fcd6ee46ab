import { openApiDocument } from '@hereabouts/contract/schemas/openapi';
import type { FastifyInstance } from 'fastify';

export function serveOpenApi(app: FastifyInstance, version: string): void {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document);
  });
}
