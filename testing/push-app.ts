import { randomUUID } from 'node:crypto';
import { jobKind } from '@hereabouts/server/jobs/jobs';
import { startTestApp, type TestApp, type TestPerson } from './app.ts';
import { befriend } from './builders.ts';
import { startPushService, type TestDevice, type TestPushService } from './push-service.ts';

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

/** A host called Marie and a guest called Anna, with a phone of hers. */
export type PushScene = { host: TestPerson; anna: TestPerson; phone: TestDevice };

type PushSceneParts = {
  app: TestApp;
  service: TestPushService;
  areFriends?: boolean;
  prepare?: (people: Pick<PushScene, 'host' | 'anna'>) => Promise<unknown>;
};

/** Anna's phone subscribes last, so that it is told nothing of what `prepare` does. No job of an earlier scene is left. */
export async function arrangePushScene({
  app,
  service,
  areFriends = true,
  prepare = async () => {},
}: PushSceneParts): Promise<PushScene> {
  await app.context.db.query('delete from jobs');
  const people = {
    host: await app.signUp({ name: 'Marie' }),
    anna: await app.signUp({ name: 'Anna' }),
  };
  if (areFriends) await befriend(people.anna, people.host);
  await prepare(people);
  const phone = service.device();
  await phone.subscribe(people.anna);
  return { ...people, phone };
}

/** As if the person had just caused that many pushes. */
export function useUpPushes({ context }: TestApp, { id }: { id: string }, count: number): Promise<void> {
  const push = { payload: { device_id: randomUUID(), subject: {} }, key: randomUUID(), sources: [id] };
  const pushes = Array.from({ length: count }, () => push);
  return context.jobs.enqueueMany(context.db, jobKind('push'), pushes);
}
