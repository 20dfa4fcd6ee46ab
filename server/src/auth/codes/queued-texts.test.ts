import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { codeIn, PASSWORD } from '@hereabouts/testing/auth-people';
import { startAuthServer, type AuthServer } from '@hereabouts/testing/auth-server';
import { afterEach, beforeEach, expect, test } from 'vitest';

const OWN_NUMBER = '+447797700042';

let gateway: Server;
let server: AuthServer;
let hangsFor: string | null = null;
const hanging: ServerResponse[] = [];
const received: { to: string; text: string }[] = [];

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = (await json(request)) as { to: string; text: string };
  if (hangsFor !== null && message.to.startsWith(hangsFor)) {
    hanging.push(response);
    return;
  }
  received.push(message);
  response.writeHead(204).end();
}

beforeEach(async () => {
  gateway = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as AddressInfo;
  server = await startAuthServer({ smsWebhookUrl: `http://127.0.0.1:${port}/` });
});
afterEach(async () => {
  hangsFor = null;
  for (const response of hanging.splice(0)) response.writeHead(204).end();
  received.splice(0);
  await server.stop();
  gateway.closeAllConnections();
  gateway.close();
});

const askFor = (phone: string) => server.call('/otp', { body: { phone } });
const textsTo = (number: string) => received.filter(({ to }) => to === number);

test('texts to numbers that a stranger invents do not delay those to proved ones (S45)', async () => {
  await server.call('/signup', { body: { phone: OWN_NUMBER, password: PASSWORD } });
  await server.auth.idle();
  await askFor(OWN_NUMBER);
  await server.auth.idle();
  const code = codeIn(textsTo(OWN_NUMBER).at(-1)?.text);
  const proof = { type: 'sms', phone: OWN_NUMBER, token: code };
  expect((await server.call('/verify', { body: proof })).status).toBe(200);
  const before = textsTo(OWN_NUMBER).length;

  hangsFor = '+4477978';
  for (let at = 10; at < 22; at += 1) await askFor(`+44779780${at}00`);
  await expect.poll(() => hanging.length).toBeGreaterThan(0);
  await askFor(OWN_NUMBER);
  await expect.poll(() => textsTo(OWN_NUMBER).length).toBe(before + 1);
});
