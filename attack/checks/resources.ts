import { readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '@hereabouts/contract/routes';
import { tinyPng } from '@hereabouts/testing/pictures';
import sharp from 'sharp';
import { cpuSeconds } from '../../bench/processes.ts';
import { resist, type Check } from '../check.ts';
import { send, signUp } from '../wire.ts';

const KIB = 1024;
const MIB = 1024 * KIB;

async function walk(
  folder: string,
): Promise<{ path: string; mode: number; blocks: number; isFolder: boolean }[]> {
  const found = await stat(folder);
  const own = { path: folder, mode: found.mode & 0o777, blocks: found.blocks, isFolder: found.isDirectory() };
  if (!own.isFolder) return [own];
  const inner = await Promise.all(
    (await readdir(folder)).map((name) => walk(join(folder, name)).catch(() => [])),
  );
  return [own, ...inner.flat()];
}

/** A sender that keeps its request open, byte by byte. */
function trickle(port: number, token: string, sockets: Set<Socket>): void {
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(
      `POST /api/uploads HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 400000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    );
  });
  const timer = setInterval(() => socket.write('.'), 2_000);
  socket.on('error', () => {});
  socket.on('close', () => clearInterval(timer));
  sockets.add(socket);
}

/** Attacks on disk, CPU, slots and connections. */
export const resourceChecks: readonly Check[] = [
  {
    id: 'S2',
    title: 'no other user of the machine can read or write what the server keeps',
    async run(stage) {
      const { dataDir } = await stage.instance();
      const entries = await walk(dataDir);
      const open = entries.filter(({ mode }) => (mode & 0o077) !== 0);
      // What stands below a folder of mode 0700 is out of reach, whatever its own mode says.
      const top = entries[0];
      resist(top !== undefined && (top.mode & 0o077) === 0, `DATA_DIR is ${top?.mode.toString(8)}`);
      resist(
        open.length === 0,
        `${open.length} of ${entries.length} are open: ${open[0]?.path} ${open[0]?.mode.toString(8)}`,
      );
      return `${entries.length} files and folders, all for their owner only`;
    },
  },
  {
    id: 'S6',
    title: 'tiles cannot fill the disk',
    async run(stage) {
      const upstream = createServer((_, response) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(70, 1)),
      );
      await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
      const { port } = upstream.address() as AddressInfo;
      const instance = await stage.instance({
        TILE_CACHE_MB: '1',
        TILE_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
      });
      const statuses = new Map<number, number>();
      const lane = async (first: number) => {
        for (let at = first; at < 3_000; at += 16) {
          const path = `/tiles/13/${(at * 7_919) % 8_192}/${(at * 104_729) % 8_192}.png`;
          const { status } = await send(instance, path, { from: `127.6.0.${1 + (at % 200)}` });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, first) => lane(first)));
      upstream.close();
      const names = await readdir(instance.dataDir);
      const folder = names.find((name) => name.startsWith('tiles')) ?? 'tiles';
      const used = async () => {
        const entries = await walk(join(instance.dataDir, folder)).catch(() => []);
        return { entries, bytes: entries.reduce((sum, { blocks }) => sum + blocks * 512, 0) };
      };
      let { entries, bytes } = await used();
      // What is too much is removed in the background.
      for (let tries = 0; tries < 20 && bytes > 2 * MIB; tries++) {
        await sleep(500);
        ({ entries, bytes } = await used());
      }
      resist(
        bytes <= 2 * MIB,
        `${Math.round(bytes / KIB)} KiB in ${entries.length} entries for a cap of 1,024`,
      );
      const answers = [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ');
      return `3,000 tiles from 200 addresses (${answers}): ${Math.round(bytes / KIB)} KiB in ${entries.length} entries`;
    },
  },
  {
    id: 'S8',
    title: 'slow uploads keep nobody from uploading',
    async run(stage) {
      const instance = await stage.instance();
      const sockets = new Set<Socket>();
      for (let at = 0; at < 6; at++) {
        const { token } = await signUp(instance);
        for (let each = 0; each < 3; each++) trickle(instance.port, token, sockets);
      }
      await sleep(1_000);
      const honest = await signUp(instance);
      const answer = await honest.call(routes.createUpload, { body: await tinyPng() });
      for (const socket of sockets) socket.destroy();
      resist(answer.status === 201, `an honest upload beside 18 slow ones is answered ${answer.status}`);
      return 'an honest upload beside 18 slow ones is stored';
    },
  },
  {
    id: 'S21',
    title: 'a small file cannot cost seconds of CPU',
    async run(stage) {
      const instance = await stage.instance();
      const uploader = await signUp(instance);
      const side = 408;
      const frames = 300;
      const raw = Buffer.alloc(side * side * 4 * frames, 255);
      const gif = await sharp(raw, {
        raw: { width: side, height: side * frames, channels: 4, pageHeight: side },
      })
        .gif({ loop: 0 })
        .toBuffer();
      const before = cpuSeconds(instance.pid);
      const answer = await uploader.call(routes.createUpload, {
        body: new Blob([new Uint8Array(gif)], { type: 'image/gif' }),
      });
      const cost = cpuSeconds(instance.pid) - before;
      resist(cost < 2.5, `${gif.length} bytes cost ${cost.toFixed(1)} s of CPU (${answer.status})`);
      return `${gif.length} bytes: ${answer.status}, ${cost.toFixed(1)} s of CPU`;
    },
  },
  {
    id: 'S22',
    title: 'pictures have a quota',
    async run(stage) {
      const instance = await stage.instance();
      const uploader = await signUp(instance);
      let stored = 0;
      let last = 0;
      for (let at = 0; at < 130 && last < 400; at++) {
        last = (await uploader.call(routes.createUpload, { body: await tinyPng() })).status;
        if (last === 201) stored += 1;
      }
      resist(last >= 400 && last < 500, `${stored} pictures were stored and none refused`);
      return `refused with ${last} after ${stored}`;
    },
  },
  {
    id: 'S23',
    title: 'reports do not flood the operator',
    async run(stage) {
      const instance = await stage.instance({ OPERATOR_EMAIL: 'operator@example.org' });
      const [reporter, host] = [await signUp(instance), await signUp(instance)];
      const statuses = new Map<number, number>();
      for (let at = 0; at < 80; at++) {
        const { status } = await send(instance, '/api/reports', {
          token: reporter.token,
          body: { kind: 'user', user_id: host.id, reason: at % 2 ? 'Same' : `Reason ${at}` },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      const mails = (await instance.outbox('operator@example.org')).length;
      resist(mails <= 30, `80 reports made ${mails} mails`);
      return `80 reports (${[...statuses].map(([status, times]) => `${status}: ${times}`).join(', ')}), ${mails} mails`;
    },
  },
  {
    id: 'S28',
    title: 'connections of one address are bounded and half a request does not last',
    async run(stage) {
      const instance = await stage.instance();
      const sockets = Array.from({ length: 1_200 }, () => {
        const socket = connect({ port: instance.port, host: '127.0.0.1', localAddress: '127.7.0.1' });
        socket.on('error', () => {});
        socket.on('connect', () => socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: '));
        return socket;
      });
      await sleep(3_000);
      const open = sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length;
      const other = await send(instance, '/healthz', { from: '127.7.0.2' });
      for (const socket of sockets) socket.destroy();
      resist(
        open < 1_200 && other.status === 200,
        `${open} of 1,200 half requests are open, another address gets ${other.status}`,
      );
      return `${open} of 1,200 half requests left after 3 s, another address is answered ${other.status}`;
    },
  },
];
