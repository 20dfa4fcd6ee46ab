import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestApp } from '@hereabouts/testing/app';
import { expect, test } from 'vitest';

test('a connection that never asks for anything does not hold up the end', async () => {
  const app = await startTestApp();
  const silent = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  silent.resume();
  await app.stop();
  await closed;
  expect(silent.destroyed).toBe(true);
});
