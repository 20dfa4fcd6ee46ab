import { connect } from 'node:net';
import type { HomePage } from '@hereabouts/contract/events';
import { getRequest, writeRequests } from '../load/loader.ts';
import type { Closers } from '../closers.ts';
import { parseServer } from '../peers/parse-server/peer.ts';
import type { RunningPeer } from '../peers/peer.ts';
import { pocketbase } from '../peers/pocketbase/peer.ts';
import { supabaseLite } from '../peers/supabase-lite/peer.ts';
import { residentBytes } from '../processes.ts';
import {
  decimals,
  interleave,
  median,
  printTable,
  ratios,
  spread,
  whole,
  type Contender,
} from '../rounds.ts';
import { pathOf } from './pages.ts';
import type { Running } from './product.ts';
import { measureHttp, signIn, type HttpSample, type Setting } from './setting.ts';

const PEERS = [parseServer, pocketbase, supabaseLite];
const PRODUCT = 'product';
/** Answers of so many people are compared before anything is measured. */
const COMPARED = 25;
const MB = 1_000_000;

/** Home, served by the product and by general backends from the same data. Peers that are not installed are named. */
export async function comparePeers(
  setting: Setting,
  product: Running,
  { install }: { install: boolean },
  closers: Closers,
): Promise<void> {
  const { large, sizes } = setting;
  const signed = await signIn(setting, large, sizes.visitors);
  const running = new Map<string, RunningPeer>();
  running.set(PRODUCT, {
    ...product,
    requests: signed.visitors.map((visitor, index) =>
      getRequest(pathOf('home', visitor), { Authorization: `Bearer ${signed.tokens[index]}` }),
    ),
    idsOf: (answer: HomePage) => answer.events.map(({ id }) => id),
  });
  for (const peer of PEERS) {
    if (!peer.isInstalled() && install) peer.install();
    if (!peer.isInstalled()) {
      console.log(`${peer.name} is not installed; --peers installs it.`);
      continue;
    }
    running.set(`${peer.name} ${peer.version}`, await peer.start(setting, signed.visitors, closers));
  }
  if (running.size < 2) return;
  await compareAnswers(running);

  const contenders: Contender<HttpSample>[] = [];
  for (const [name, one] of running) {
    const file = await writeRequests(`${setting.folder}/peer-${contenders.length}`, one.requests);
    contenders.push({ name, measure: () => measureHttp(setting, one, file) });
  }
  const results = await interleave(contenders, sizes.rounds);
  const of = (name: string, figure: keyof HttpSample) => (results.get(name) ?? []).map((s) => s[figure]);
  const rows = [...running].map(([name, { pid }]) => [
    name,
    spread(of(name, 'perSecond'), whole),
    name === PRODUCT ? '' : spread(ratios(of(PRODUCT, 'perSecond'), of(name, 'perSecond')), decimals(1)),
    spread(of(name, 'p99Ms'), decimals(1)),
    whole(median(of(name, 'serverUs'))),
    whole(median(of(name, 'databaseUs'))),
    whole(median(of(name, 'bytes'))),
    whole(residentBytes(pid) / MB),
  ]);
  printTable(
    ['home', 'answers/s', 'product to it', 'p99 ms', 'server µs', 'database µs', 'bytes each', 'memory MB'],
    rows,
  );
}

/** Everyone must name the same events. @throws Error otherwise: the figures would mean nothing */
async function compareAnswers(running: ReadonlyMap<string, RunningPeer>): Promise<void> {
  const product = running.get(PRODUCT);
  for (let index = 0; index < COMPARED; index++) {
    const idsOf = async (one: RunningPeer | undefined) => {
      const body = await ask(one?.port ?? 0, one?.requests[index] ?? '');
      const ids = one?.idsOf(JSON.parse(body)) ?? [];
      return ids.toSorted((a, b) => a - b).join();
    };
    const expected = await idsOf(product);
    for (const [name, one] of running) {
      const got = await idsOf(one);
      if (got !== expected) throw new Error(`${name} answers ${got || 'nothing'} instead of ${expected}`);
    }
  }
}

/** One request as the load generator sends it, and the body of its answer. */
function ask(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    });
    socket.on('data', (part) => parts.push(part));
    socket.once('error', reject);
    socket.once('end', () => {
      const answer = Buffer.concat(parts).toString();
      const [head = '', ...rest] = answer.split('\r\n\r\n');
      const body = rest.join('\r\n\r\n');
      if (!head.startsWith('HTTP/1.1 200')) reject(new Error(answer.slice(0, 1_000)));
      else resolve(/transfer-encoding: chunked/i.test(head) ? unchunk(body) : body);
    });
  });
}

function unchunk(body: string): string {
  // Lengths count bytes.
  let rest = Buffer.from(body);
  const parts: Buffer[] = [];
  for (;;) {
    const lineEnd = rest.indexOf('\r\n');
    const length = Number.parseInt(rest.subarray(0, lineEnd).toString(), 16);
    if (!(length > 0)) return Buffer.concat(parts).toString();
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + length));
    rest = rest.subarray(lineEnd + 2 + length + 2);
  }
}
