import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { createSms } from './sms.ts';

const message = { to: '+447797712345', text: '123456 is your code' };
const log = { info() {} };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function startWebhook(status: number | null) {
  const received: string[] = [];
  const asked = Promise.withResolvers<void>();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { 'content-type': type, 'idempotency-key': key } = request.headers;
      received.push(`${request.method} ${type} ${String(key)} ${body}`);
      asked.resolve();
      if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, asked: asked.promise, url: `http://127.0.0.1:${port}/sms` };
}

test('AUTH-02 OPS-05 a text message is posted to the webhook, with the id that its attempts have in common', async () => {
  const { url: smsWebhookUrl, received } = await startWebhook(204);
  await createSms({ config: { smsWebhookUrl, dataDir: '' }, clock: createFakeClock(), log }).send(
    message,
    'id',
  );
  expect(received).toEqual([`POST application/json id ${JSON.stringify(message)}`]);
});

test('a webhook that fails, leads elsewhere or does not answer is an error of the sender', async () => {
  for (const status of [500, 302]) {
    const { url: smsWebhookUrl } = await startWebhook(status);
    const sms = createSms({ config: { smsWebhookUrl, dataDir: '' }, clock: createFakeClock(), log });
    await expect(sms.send(message, 'id')).rejects.toThrow();
    server?.close();
  }
  const { url: smsWebhookUrl, asked } = await startWebhook(null);
  const clock = createFakeClock();
  const sending = createSms({ config: { smsWebhookUrl, dataDir: '' }, clock, log }).send(message, 'id');
  await asked;
  clock.advance(10_000);
  await expect(sending).rejects.toThrow('did not answer in time');
});

test('without a webhook a text message is written to the outbox', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'hereabouts-outbox-'));
  await createSms({ config: { smsWebhookUrl: null, dataDir }, clock: createFakeClock(), log }).send(
    message,
    'id',
  );
  const [name = ''] = await readdir(join(dataDir, 'outbox'));
  expect(name).toMatch(/\.sms$/);
  expect(await readFile(join(dataDir, 'outbox', name), 'utf8')).toBe(
    `To: ${message.to}\n\n${message.text}\n`,
  );
  await rm(dataDir, { recursive: true });
});
