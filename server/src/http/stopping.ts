import type { FastifyInstance } from 'fastify';

export type Stopping = { begin(): void; isStopping(): boolean };

/** After `begin` each answer closes its connection: a request sent to an idle connection that is being closed would be lost. */
export function createStopping(app: FastifyInstance): Stopping {
  let isStopping = false;
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping) void reply.header('connection', 'close');
  });
  return {
    begin() {
      isStopping = true;
    },
    isStopping: () => isStopping,
  };
}
