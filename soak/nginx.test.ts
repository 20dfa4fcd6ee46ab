import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@hereabouts/testing/nats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Closers } from '../bench/closers.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findOnPath } from '../scripts/find-program.mjs';
import { makeCertificate } from './certificate.ts';
import { takesConnections, until } from './wait.ts';

const NGINX: string | null = findOnPath(['nginx'], { PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` });
const DOCS = join(import.meta.dirname, '../docs/operating.md');
const BODY_BYTES = 5_900_000;
const ANSWER_BYTES = 60_000_000;

/** The configuration of docs/operating.md, at other ports and in a folder of its own. */
async function configuration(ports: { https: number; http: number; product: number }, folder: string) {
  const [, documented = ''] = /```nginx\n([\s\S]*?)```/.exec(await readFile(DOCS, 'utf8')) ?? [];
  const here = documented
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${ports.https} ssl http2;`)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('http://127.0.0.1:3000', `http://127.0.0.1:${ports.product}`)
    .replace('/etc/ssl/hereabouts.example.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/hereabouts.example.key', join(folder, 'key.pem'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
worker_processes 1;
user root;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
access_log off;
${temp.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
${here}
}
`;
}

describe.skipIf(NGINX === null)('nginx as in docs/operating.md', () => {
  const closers = new Closers();
  let session: ClientHttp2Session;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hereabouts-nginx-'));
    closers.add(() => rm(folder, { recursive: true, force: true }));
    const product = createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1');
    closers.add(() => void product.close());
    closers.add(() => product.closeAllConnections());
    await once(product, 'listening');
    makeCertificate(folder);
    const ports = {
      https: await freePort(),
      http: await freePort(),
      product: (product.address() as AddressInfo).port,
    };
    const file = join(folder, 'nginx.conf');
    await writeFile(file, await configuration(ports, folder));
    const nginx = spawn(NGINX ?? 'nginx', ['-p', folder, '-c', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    nginx.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
    const exited = once(nginx, 'exit');
    closers.add(async () => {
      nginx.kill('SIGTERM');
      await exited;
    });
    if ((await until(() => takesConnections(ports.https), 10_000)) === null) {
      throw new Error(`nginx did not start: ${said}`);
    }
    session = connectHttp2(`https://127.0.0.1:${ports.https}`, { rejectUnauthorized: false });
    session.on('error', () => {});
    closers.add(() => session.destroy());
  });
  afterAll(() => closers.close());

  test('OPS-10 a body that does not end is passed on as it comes', async () => {
    let received = 0;
    handle = (request) => void request.on('data', (chunk: Buffer) => (received += chunk.length));
    const headers = { ':method': 'POST', ':path': '/api/uploads', 'content-length': String(BODY_BYTES) };
    const stream = session.request(headers, { endStream: false });
    stream.on('error', () => {});
    stream.write(Buffer.alloc(BODY_BYTES - 1));
    expect(await until(() => received === BODY_BYTES - 1, 20_000)).not.toBeNull();
    stream.destroy();
  });

  test('OPS-10 an answer that nobody reads is not taken whole from the product', async () => {
    let response: ServerResponse | undefined;
    handle = (_, answer) => {
      response = answer;
      answer.end(Buffer.alloc(ANSWER_BYTES));
    };
    const stream = session.request({ ':path': '/uploads/large.webp' });
    stream.on('error', () => {});
    // Only the headers are read.
    await once(stream, 'response');
    let [before, since] = [-1, performance.now()];
    const hasStopped = () => {
      const { bytesWritten = 0 } = response?.socket ?? {};
      if (bytesWritten !== before) [before, since] = [bytesWritten, performance.now()];
      return performance.now() - since > 1_000;
    };
    expect(await until(hasStopped, 20_000)).not.toBeNull();
    expect(response?.writableFinished).toBe(false);
    stream.destroy();
  });
});
