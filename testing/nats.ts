import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { delimiter, join } from 'node:path';

/** Where the NATS server is; undefined where none is installed. */
export const natsServer = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']
  .map((folder) => join(folder, 'nats-server'))
  .find((path) => existsSync(path));

const USER = 'me';
const PASSWORD = 'p@ss';

export const natsUrl = (port: number): string =>
  `nats://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;

/** Starts a NATS server and resolves when it takes connections. */
export async function startNats(port: number, more: readonly string[] = []): Promise<ChildProcess> {
  const address = ['-a', '127.0.0.1', '-p', String(port), '--user', USER, '--pass', PASSWORD, ...more];
  const nats = spawn(natsServer ?? '', address, { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    nats.once('exit', () => reject(new Error('nats-server stopped')));
    nats.stderr?.on('data', (text: Buffer) => String(text).includes('Server is ready') && resolve());
  });
  return nats;
}

/** Two servers as one cluster; `route` is the connection between them. */
export async function startNatsCluster() {
  const [first, second, gate, far] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const route = await openNatsProxy(gate);
  const inCluster = (port: number) =>
    ['--cluster', `nats://127.0.0.1:${port}`, '--cluster_name', 'test', '--no_advertise'] as const;
  const near = await startNats(first, inCluster(gate));
  const routed = new Promise<void>((resolve) => {
    near.stderr?.on('data', (text: Buffer) => String(text).includes('Route connection created') && resolve());
  });
  const servers = [
    near,
    await startNats(second, [...inCluster(far), '--routes', `nats://127.0.0.1:${route.port}`]),
  ];
  await routed;
  return {
    ports: [first, second] as const,
    route,
    async stop() {
      await Promise.all(servers.map(stopNats));
      await route.close();
    },
  };
}

export const stopNats = (nats: ChildProcess): Promise<unknown> =>
  new Promise((resolve) => {
    nats.once('exit', resolve);
    nats.kill('SIGKILL');
  });

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A proxy before the NATS server, whose connections can be cut or silenced, and restored. */
export async function openNatsProxy(natsPort: number) {
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(natsPort, '127.0.0.1');
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (bytes) => state === 'open' && to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    fail(how: 'cut' | 'silent') {
      state = how;
      if (how === 'cut') drop();
    },
    restore() {
      state = 'open';
      drop();
    },
    close() {
      drop();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
