import { once } from 'node:events';
import { connect } from 'node:net';
import { startTestApp } from '@hereabouts/testing/app';
import { startMailServer } from '@hereabouts/testing/mail-server';
import { test } from 'vitest';

// Beside one another: they wait for time-outs.
test.concurrent('a connection that never asks for anything does not hold up the end', async ({ expect }) => {
  const app = await startTestApp();
  const silent = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  silent.resume();
  await app.stop();
  await closed;
  expect(silent.destroyed).toBe(true);
});

test.concurrent(
  'a client that never finishes its headers is hung up on within seconds (S28)',
  { timeout: 60_000 },
  async ({ expect }) => {
    const app = await startTestApp();
    try {
      const slow = connect(Number(new URL(app.url).port), '127.0.0.1');
      slow.write('GET /api/home HTTP/1.1\r\nhost: localhost\r\n');
      let answer = '';
      slow.on('data', (part) => (answer += String(part)));
      const startedMs = performance.now();
      await once(slow, 'close');
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'invalid' } });
      // Node's own default is a minute, looked at every 30 s.
      expect(performance.now() - startedMs).toBeLessThan(30_000);
    } finally {
      await app.stop();
    }
  },
);

test.concurrent('OPS-05 wrong settings of the mail server are reported at the start, without their password', async ({
  expect,
}) => {
  const mailServer = await startMailServer();
  await mailServer.stop();
  const lines: string[] = [];
  const smtpUrl = mailServer.url.replace('//', '//hereabouts:smtp-secret@');
  const app = await startTestApp(
    { smtpUrl, logLevel: 'error' },
    {
      logTo: {
        write: (line) => void lines.push(line),
      },
    },
  );
  await expect.poll(() => lines.join('')).toContain('the mail server refuses SMTP_URL');
  expect(lines.join('')).toContain('ECONNREFUSED');
  expect(lines.join('')).not.toContain('smtp-secret');
  await app.stop();
});
