import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { startAuthServer } from '@hereabouts/testing/auth-server';
import { expect, onTestFinished, test } from 'vitest';

/** Answers at once, but never for numbers that begin with `silent`. */
async function startSmsService(silent: string) {
  const received: string[] = [];
  let hanging = 0;
  const service = createServer((request, response) => {
    void (async () => {
      const { to } = (await json(request)) as { to: string };
      if (to.startsWith(silent)) hanging += 1;
      else {
        received.push(to);
        response.writeHead(204).end();
      }
    })();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    service.closeAllConnections();
    service.close();
  };
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  return { url, received, hanging: () => hanging, stop };
}

test('AUTH-09 asking from many addresses for codes to numbers whose service is silent delays others by half a second', async () => {
  const service = await startSmsService('+4477');
  const server = await startAuthServer({ smsWebhookUrl: service.url });
  onTestFinished(async () => {
    // First: the server waits for texts on their way.
    service.stop();
    await server.stop();
  });
  const ask = async (phone: string, ip: string) =>
    (await server.call('/otp', { body: { phone }, headers: { 'x-forwarded-for': ip } })).status;
  for (let nth = 0; nth < 12; nth += 1)
    expect(await ask(`+4477${nth + 10}123456`, `192.0.2.${10 + nth}`)).toBe(200);
  await expect.poll(service.hanging).toBe(8);
  const mine = '+447911234567';
  expect(await ask(mine, '198.51.100.1')).toBe(200);
  expect(service.received).toEqual([]);
  // They stand aside.
  server.clock.advance(500);
  await expect.poll(() => service.received).toEqual([mine]);
});
