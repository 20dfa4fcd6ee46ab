import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileFan } from '../chat-fanout/fan.ts';
import type { Closers } from '../closers.ts';
import { hasPackage, installPackages } from '../peers/peer.ts';
import { startProgram } from '../processes.ts';
import { decimals, interleave, printTable, ratios, spread, whole, type Contender } from '../rounds.ts';
import type { Options } from '../options.ts';
import { openChat, reconnectBare } from './comeback.ts';
import { holding, HOLDERS } from './idle.ts';

type Sizes = { sockets: number; people: number; rounds: number };
const FULL: Sizes = { sockets: 10_000, people: 5_000, rounds: 3 };
const QUICK: Sizes = { sockets: 300, people: 100, rounds: 1 };
const SOCKET_IO = join(import.meta.dirname, '../peers/socket-io');

/** Many sockets that do nothing; then everybody comes back at once and gets what was missed. */
export async function idleSockets({ quick, installPeers }: Options, closers: Closers): Promise<void> {
  const sizes = quick ? QUICK : FULL;
  await compareMemory(sizes, { quick, installPeers }, closers);
  await compareComebacks(sizes, closers);
}

async function compareMemory(
  { sockets, rounds }: Sizes,
  { quick, installPeers }: Options,
  closers: Closers,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-b4-'));
  closers.add(() => rm(folder, { recursive: true, force: true }));
  const fan = compileFan(folder);
  if (!quick && installPeers && !hasPackage(SOCKET_IO, 'socket.io')) installPackages(SOCKET_IO);
  const hasSocketIo = !quick && hasPackage(SOCKET_IO, 'socket.io');
  if (!quick && !hasSocketIo) console.log('Not had: Socket.IO (npm run bench -- --peers b4 installs it).\n');
  const holders = HOLDERS.filter(({ name }) => name !== 'Socket.IO' || hasSocketIo);
  const results = await interleave(
    holders.map((holder) => holding(holder, { sockets, folder, fan }, closers)),
    rounds,
  );
  const of = (name: string, figure: string) =>
    (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  printTable(
    [`${whole(sockets)} idle sockets`, 'kB a socket', 'to bare ws', 'MB before', 'MB with them'],
    holders.map(({ name }) => [
      name,
      spread(of(name, 'kbEach'), decimals(2)),
      name === 'bare ws' ? '' : spread(ratios(of(name, 'kbEach'), of('bare ws', 'kbEach')), decimals(2)),
      spread(of(name, 'emptyMb'), whole),
      spread(of(name, 'fullMb'), whole),
    ]),
  );
}

export async function compareComebacks({ people, rounds }: Sizes, closers: Closers): Promise<void> {
  const chat = await openChat(people, closers);
  if (!chat) {
    console.log('Skipped: no Postgres server found; Debian: apt-get install postgresql');
    return;
  }
  const bare = await startProgram(process.execPath, [join(import.meta.dirname, 'idle-bare.ts')], {
    ready: /^ready (\d+)$/,
  });
  closers.add(() => bare.stop());
  const contenders: Contender[] = [
    { name: 'product', measure: () => chat.comeBack() },
    {
      name: 'bare ws, handshake alone',
      measure: async () => ({ allMs: await reconnectBare(people, Number(bare.said)) }),
    },
  ];
  const results = await interleave(contenders, rounds);
  const of = (name: string, figure: string) =>
    (results.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  const total = (figure: string) => of('product', figure).reduce((sum, value) => sum + value, 0);
  printTable(
    [`${whole(people)} come back at once`, 'all back, s', 'half back, s', 'server CPU, s'],
    contenders.map(({ name }) => {
      const isOwn = name === 'product';
      const seconds = (values: number[]) =>
        spread(
          values.map((ms) => ms / 1_000),
          decimals(2),
        );
      return [
        name,
        seconds(of(name, 'allMs')),
        isOwn ? seconds(of(name, 'p50Ms')) : '',
        isOwn ? spread(of(name, 'serverS'), decimals(2)) : '',
      ];
    }),
  );
  console.log(
    `In ${rounds} rounds: ${total('missing')} messages missing, ${total('doubled')} handed over twice (by the join and as ` +
      `they were written; the client keeps one), ${total('retries')} connections that had to be tried again.`,
  );
}
