import { randomUUID } from 'node:crypto';
import { jobKind } from '@hereabouts/server/jobs/jobs';
import type { TestApp } from './app.ts';

/** As if the person had just caused that many pushes. */
export function useUpPushes({ context }: TestApp, { id }: { id: string }, count: number): Promise<void> {
  const push = { payload: { device_id: randomUUID(), subject: {} }, key: randomUUID(), sources: [id] };
  const pushes = Array.from({ length: count }, () => push);
  return context.jobs.enqueueMany(context.db, jobKind('push'), pushes);
}
