import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import { connect as connectHttp2, constants } from 'node:http2';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Closers } from '../bench/closers.ts';
import { startBalancer, tenfold, type Balancer } from './balancer.ts';
import { askAnew, until } from './wait.ts';

const ATTACKER = '127.0.0.1';
const ATTACKER_BY_HTTP2 = '127.0.0.3';
const ATTACKER_OF_RATE = '127.0.0.4';
const ATTACKER_BY_CONNECTIONS = '127.0.0.5';
const SOMEBODY = '127.0.0.2';
/** Those that the balancer of the tests takes in all. */
const CONNECTIONS_MAX = 4_000;
const CONNECTIONS = CONNECTIONS_MAX + 200;
/** Of one IPv6 /48, each in a /64 of its own; they are given to this machine while it is tested. */
const OF_ONE_NETWORK = Array.from({ length: 20 }, (_, n) => `fd48:6572:6561:${n + 1}::1`);
/** Of another /48. */
const IN_OTHER_NETWORK = ['fd48:6572:6562:1::1', 'fd48:6572:6562:2::1'];
const EACH_OF_NETWORK = 100;
/** Also of those that are given up at once. */
const CONNECTIONS_IN_TEN_SECONDS = 200;
const OF_NETWORK_IN_TEN_SECONDS = 300;
const CHANGES_MAX = 100;
const READS_IN_TEN_SECONDS = 750;
const CHANGES_IN_TEN_SECONDS = 500;
const TUNNELS_IN_TEN_SECONDS = 300;

const closers = new Closers();
let balancer: Balancer;
let folder: string;
let port: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hereabouts-balancer-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const server = createServer((request, response) => {
    // Of a body it waits for the end, as the product does.
    request.on('end', () => response.end('here')).resume();
  }).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server });
  closers.add(() => sockets.close());
  closers.add(() => void server.close());
  closers.add(() => server.closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  ({ port } = server.address() as AddressInfo);
  balancer = await startBalancer([port], folder);
  closers.add(() => balancer.stop());
});
afterAll(() => closers.close());

const setAddress = (verb: 'add' | 'del', address: string): boolean =>
  spawnSync('ip', ['-6', 'addr', verb, `${address}/128`, 'dev', 'lo', 'nodad']).status === 0;
const hasNetwork = [...OF_ONE_NETWORK, ...IN_OTHER_NETWORK].every((address) => {
  closers.add(() => void setAddress('del', address));
  return setAddress('add', address);
});

function openMany(count: number, host: string, localAddress: string): { ended: () => number } {
  const open = new Set<Socket>();
  closers.add(() => open.forEach((socket) => void socket.destroy()));
  let ended = 0;
  for (let n = 0; n < count; n += 1) {
    const socket = connect({ port: balancer.port, host, localAddress });
    open.add(socket);
    socket.on('error', () => {}).on('close', () => (ended += 1));
  }
  return { ended: () => ended };
}

const asked = (localAddress: string) => askAnew(balancer.url, localAddress);

test('OPS-10 an address that opens as many connections as it can keeps nobody else out', async () => {
  expect(await until(async () => (await asked(SOMEBODY)) === 200, 20_000)).not.toBeNull();
  const { ended } = openMany(CONNECTIONS, '127.0.0.1', ATTACKER);
  expect(await until(() => ended() >= CONNECTIONS - CONNECTIONS_IN_TEN_SECONDS, 20_000)).not.toBeNull();
  expect(await asked(SOMEBODY)).toBe(200);
  expect(await asked(ATTACKER)).toBeNull();
});

test.skipIf(!hasNetwork)(
  'OPS-10 an IPv6 /48 of many addresses keeps nobody else out (needs root and iproute2)',
  async () => {
    const opened = OF_ONE_NETWORK.map((address) => openMany(EACH_OF_NETWORK, '::1', address));
    const inAll = OF_ONE_NETWORK.length * EACH_OF_NETWORK;
    const ended = () => opened.reduce((sum, one) => sum + one.ended(), 0);
    expect(await until(() => ended() >= inAll - OF_NETWORK_IN_TEN_SECONDS, 20_000)).not.toBeNull();
    expect(await asked(SOMEBODY)).toBe(200);
    expect(ended()).toBe(inAll - OF_NETWORK_IN_TEN_SECONDS);
  },
);

test('OPS-10 sixty-four addresses that open as many connections as they can keep nobody else out', async () => {
  const addresses = Array.from({ length: 64 }, (_, n) => `127.0.2.${n + 1}`);
  const opened = addresses.map((address) => openMany(CONNECTIONS_IN_TEN_SECONDS, '127.0.0.1', address));
  const inAll = addresses.length * CONNECTIONS_IN_TEN_SECONDS;
  const ended = () => opened.reduce((sum, one) => sum + one.ended(), 0);
  expect(await until(() => ended() >= inAll - CONNECTIONS_MAX, 20_000)).not.toBeNull();
  expect(await asked(SOMEBODY)).toBe(200);
});

test('OPS-10 an address opens so many connections in ten seconds, also where it gives each up at once', async () => {
  for (let nth = 0; nth < CONNECTIONS_IN_TEN_SECONDS; nth += 1) await giveUp(ATTACKER_BY_CONNECTIONS);
  expect(await asked(ATTACKER_BY_CONNECTIONS)).toBeNull();
  expect(await asked(SOMEBODY)).toBe(200);
});

const giveUp = (localAddress: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port: balancer.port, host: '127.0.0.1', localAddress });
    socket.on('connect', () => socket.resume().end()).on('close', () => resolve());
    socket.on('error', reject);
  });

const SLOW = { ':method': 'POST', ':path': '/slow' };
const SLOW_BY_PATH_OF_SOCKETS = { ':method': 'POST', ':path': '/realtime/websocket' };
const TUNNEL = {
  ':method': 'CONNECT',
  ':protocol': 'websocket',
  ':path': '/realtime/websocket',
  'sec-websocket-version': '13',
};

/** Over HTTP/2, each with a body that never ends; `answered`: how many have got this status. */
function askMany(sessions: number, requestsEach: number, headers: OutgoingHttpHeaders) {
  const statuses: (number | undefined)[] = [];
  for (let nth = 0; nth < sessions; nth += 1) {
    const session = connectHttp2(balancer.http2Url, {
      createConnection: ({ port }) => connect({ port: Number(port), localAddress: ATTACKER_BY_HTTP2 }),
    }).on('error', () => {});
    closers.add(() => session.destroy());
    // What a server takes besides requests it says first.
    session.once('remoteSettings', () => {
      for (let each = 0; each < requestsEach; each += 1) {
        const request = session.request(
          { ':scheme': 'http', ':authority': 'localhost', ...headers },
          { endStream: false },
        );
        request.on('response', ({ ':status': status }) => void statuses.push(status));
        request.on('error', () => {});
        if (headers[':method'] === 'POST') request.write('{');
      }
    });
  }
  return { answered: (status: number) => statuses.filter((one) => one === status).length };
}

test('OPS-10 requests of an address at once are limited, over however few HTTP/2 connections; sockets count apart', async () => {
  const changes = askMany(2, 60, SLOW);
  expect(await until(() => changes.answered(503) === 120 - CHANGES_MAX, 20_000)).not.toBeNull();
  const more = askMany(2, 60, SLOW_BY_PATH_OF_SOCKETS);
  expect(await until(() => more.answered(503) === 120, 20_000)).not.toBeNull();
  const tunnels = askMany(4, 100, TUNNEL);
  expect(await until(() => tunnels.answered(503) === 400 - TUNNELS_IN_TEN_SECONDS, 20_000)).not.toBeNull();
  expect(await until(() => tunnels.answered(200) === TUNNELS_IN_TEN_SECONDS, 20_000)).not.toBeNull();
  expect(await asked(SOMEBODY)).toBe(200);
});

/** Over one connection of HTTP/2; `giveUp` resets each at once. */
function openSession(localAddress: string, host = '127.0.0.1', at = balancer) {
  const session = connectHttp2(at.http2Url, {
    createConnection: ({ port }) => connect({ port: Number(port), host, localAddress }),
  }).on('error', () => {});
  closers.add(() => session.destroy());
  const ask = (method: string, isGivenUp = false) =>
    new Promise<number | null>((resolve) => {
      const request = session.request({ ':path': '/', ':method': method });
      request.on('response', ({ ':status': status }) => resolve(status ?? null));
      request.on('error', () => {}).on('close', () => resolve(null));
      request.resume().end();
      if (isGivenUp) request.close(constants.NGHTTP2_CANCEL);
    });
  const giveUp = async (method: string, times: number) => {
    for (let nth = 0; nth < times; nth += 50)
      await Promise.all(Array.from({ length: 50 }, () => ask(method, true)));
  };
  return { ask, giveUp };
}

/** The balancer counts none that is reset before it has looked at it. `pauseMs` after
 * each fifty keeps below its limit of a flood. */
async function isRefusedInTheEnd({ ask, giveUp }: ReturnType<typeof openSession>, pauseMs = 0) {
  for (let rounds = 0; rounds < 100; rounds += 1) {
    await giveUp('GET', 50);
    if ((await ask('GET')) === 503) return true;
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return false;
}

test('OPS-10 LIVE-10 an address’s reads are limited in ten seconds, even if given up at once, a revocation is not', async () => {
  const { ask, giveUp } = openSession(ATTACKER_OF_RATE);
  await giveUp('GET', READS_IN_TEN_SECONDS);
  expect([await ask('GET'), await ask('DELETE')]).toEqual([503, 200]);
  await giveUp('POST', CHANGES_IN_TEN_SECONDS);
  expect(await ask('DELETE')).toBe(503);
  expect(await asked(SOMEBODY)).toBe(200);
});

/** Of its own: a flood is one for all that ask there. */
async function openOwnBalancer() {
  const own = await startBalancer([port], await mkdtemp(join(folder, 'own-')));
  closers.add(() => own.stop());
  expect(await until(async () => (await askAnew(own.url, SOMEBODY)) === 200, 20_000)).not.toBeNull();
  return { open: (localAddress: string) => openSession(localAddress, '127.0.0.1', own) };
}

test('OPS-10 while more is passed on than the machine can do, each address has less, and whoever asks little is answered', async () => {
  const { open } = await openOwnBalancer();
  const many = Array.from({ length: 40 }, (_, n) => open(`127.0.3.${n + 1}`));
  const somebody = open('127.0.4.1');
  const answers: unknown[] = [];
  // Fewer than an address has otherwise.
  for (let reads = 150; reads < READS_IN_TEN_SECONDS && answers.at(-1) !== 503; reads += 150) {
    await Promise.all(many.map(({ giveUp }) => giveUp('GET', 150)));
    answers.push(await many[0]!.ask('GET'));
    expect([await somebody.ask('GET'), await somebody.ask('DELETE')]).toEqual([200, 200]);
  }
  expect(answers.at(-1)).toBe(503);
});

test('OPS-10 an address that asks without end has no other treated as in a flood', async () => {
  const { open } = await openOwnBalancer();
  const [one, crowd] = [open('127.0.4.2'), open('127.0.4.3')];
  await crowd.giveUp('GET', 100);
  expect(await isRefusedInTheEnd(one)).toBe(true);
  expect(await crowd.ask('GET')).toBe(200);
});

test.skipIf(!hasNetwork)(
  'OPS-10 whoever is refused for a rate keeps nobody else of the IPv6 /48 out (needs root and iproute2)',
  async () => {
    const [one, other] = [IN_OTHER_NETWORK[0]!, IN_OTHER_NETWORK[1]!].map((from) => openSession(from, '::1'));
    expect(await isRefusedInTheEnd(one!, 60)).toBe(true);
    expect(await other!.ask('GET')).toBe(200);
  },
);

test('OPS-10 docs/operating.md has the same rules for the connections of an address, and takes ten times as many', async () => {
  const [document, own] = await Promise.all(
    ['../docs/operating.md', 'balancer.ts'].map((path) => readFile(join(import.meta.dirname, path), 'utf8')),
  );
  const rules =
    /^ {2}(?:stick-table|tcp-request|http-request (?:set-var|sc-inc|track|deny)|acl|timeout client) .*$/gm;
  expect(tenfold(own ?? '').match(rules)).toEqual(document?.match(rules));
});
