import { randomUUID } from 'node:crypto';
import { jobKind } from '@hereabouts/server/jobs/jobs';
import { startTestApp, type TestApp } from './app.ts';
import { startPushService, type TestPushService } from './push-service.ts';

/** The product with a push service of its own, and no other network; `stop` ends both. */
export async function startPushApp(): Promise<{
  app: TestApp;
  service: TestPushService;
  stop(): Promise<void>;
}> {
  const service = await startPushService();
  const app = await startTestApp({}, { pushNetwork: service.network });
  const stop = async () => {
    await app.stop();
    await service.stop();
  };
  return { app, service, stop };
}

/** As if the person had just caused that many pushes. */
export function useUpPushes({ context }: TestApp, { id }: { id: string }, count: number): Promise<void> {
  const push = { payload: { device_id: randomUUID(), subject: {} }, key: randomUUID(), sources: [id] };
  const pushes = Array.from({ length: count }, () => push);
  return context.jobs.enqueueMany(context.db, jobKind('push'), pushes);
}
