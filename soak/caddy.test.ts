import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { freePort } from '@hereabouts/testing/nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Closers } from '../bench/closers.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findOnPath } from '../scripts/find-program.mjs';
import { makeCertificate } from './certificate.ts';
import { takesConnections, until } from './wait.ts';

const CADDY: string | null = findOnPath(['caddy'], { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` });
const DOCS = join(import.meta.dirname, '../docs/operating.md');

/** The configuration of docs/operating.md, at other ports and in a folder of its own. */
async function configuration(ports: { https: number; product: number }, folder: string) {
  const [, documented = ''] = /```caddy\n([\s\S]*?)```/.exec(await readFile(DOCS, 'utf8')) ?? [];
  return documented
    .replace('{\n', `{\n  admin off\n  auto_https off\n  storage file_system ${folder}/storage\n`)
    .replace(
      'hereabouts.example {\n',
      `https://hereabouts.example:${ports.https} {\n  bind 127.0.0.1\n  tls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}\n`,
    )
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.product}`);
}

describe.skipIf(CADDY === null)('Caddy as in docs/operating.md', () => {
  const closers = new Closers();
  const received: IncomingMessage[] = [];
  let port: number;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-caddy-'));
    closers.add(() => rm(folder, { recursive: true, force: true }));
    const product = createServer((request, response) => {
      received.push(request);
      response.end('here');
    }).listen(0, '127.0.0.1');
    product.on('upgrade', (request, socket) => {
      received.push(request);
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    });
    closers.add(() => void product.close());
    closers.add(() => product.closeAllConnections());
    await once(product, 'listening');
    makeCertificate(folder);
    port = await freePort();
    const file = join(folder, 'Caddyfile');
    await writeFile(
      file,
      await configuration({ https: port, product: (product.address() as AddressInfo).port }, folder),
    );
    const caddy = spawn(CADDY ?? 'caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder },
    });
    let said = '';
    caddy.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
    const exited = once(caddy, 'exit');
    closers.add(async () => {
      caddy.kill('SIGTERM');
      await exited;
    });
    if ((await until(() => takesConnections(port), 10_000)) === null)
      throw new Error(`Caddy did not start: ${said}`);
  });
  afterAll(() => closers.close());

  const to = () => ({ host: '127.0.0.1', port, servername: 'hereabouts.example', rejectUnauthorized: false });
  const secure = async (): Promise<TLSSocket> => {
    const options = { ...to(), ALPNProtocols: ['h2', 'http/1.1'] };
    const socket = connect(options);
    await once(socket, 'secureConnect');
    return socket;
  };

  test('OPS-10 it speaks HTTP/1.1 with everybody, so that a connection is one request at a time', async () => {
    const socket = await secure();
    expect(socket.alpnProtocol).toBe('http/1.1');
    socket.destroy();
  });

  test('OPS-10 it tells the product the address that it sees, whatever the client says', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'http' };
    const [response] = (await once(
      get({ ...to(), path: '/', headers: { host: 'hereabouts.example', ...headers } }),
      'response',
    )) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(received.at(-1)?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    });
  });

  test('OPS-10 it passes the upgrade to a WebSocket on', async () => {
    const socket = await secure();
    socket.write(
      'GET /realtime/websocket HTTP/1.1\r\nhost: hereabouts.example\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 /);
    expect(received.at(-1)?.url).toBe('/realtime/websocket');
    socket.destroy();
  });
});
