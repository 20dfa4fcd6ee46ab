import { createFakeClock } from '@hereabouts/testing/fake-clock';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { installErrorHandler } from './error-handler.ts';
import { HttpError, notFound } from './errors.ts';
import { createNotFoundDelay, NOT_FOUND_AFTER_MS } from './not-found-delay.ts';

const app = Fastify();
const clock = createFakeClock();
const looks: (() => void)[] = [];
const WORK_MS = { private: 3, missing: 2 };
app.decorateRequest('viewer', null);
app.decorateRequest('isStillSignedIn', null);
installErrorHandler(app, createNotFoundDelay(app, clock, NOT_FOUND_AFTER_MS));
app.get<{ Params: { name: keyof typeof WORK_MS } }>('/events/:name', (request) => {
  request.viewer = { userId: 'anna', sessionId: 'one' } as typeof request.viewer;
  clock.advance(WORK_MS[request.params.name]);
  queueMicrotask(() => looks.shift()?.());
  throw notFound();
});
app.get('/forbidden', (request) => {
  request.viewer = { userId: 'anna', sessionId: 'one' } as typeof request.viewer;
  throw new HttpError('forbidden', 'No');
});
afterEach(() => void looks.splice(0));

test.each(['private', 'missing'] as const)(
  'PERM-05 a %s event is answered "not found" 20 ms after the request, however long it was looked for (S16)',
  async (name) => {
    const receivedMs = clock.now();
    const looked = new Promise<void>((resolve) => void looks.push(resolve));
    let answeredMs: number | null = null;
    const answer = app.inject(`/events/${name}`).then(({ statusCode }) => {
      answeredMs = clock.now();
      return statusCode;
    });
    await looked;
    await new Promise(setImmediate);
    clock.advance(NOT_FOUND_AFTER_MS - WORK_MS[name] - 1);
    await new Promise(setImmediate);
    expect(answeredMs).toBeNull();
    clock.advance(1);
    expect(await answer).toBe(404);
    expect(answeredMs).toBe(receivedMs + NOT_FOUND_AFTER_MS);
  },
);

test('any other refusal is answered at once', async () => {
  expect((await app.inject('/forbidden')).statusCode).toBe(403);
});
