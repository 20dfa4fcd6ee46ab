// Usage: npm run bench [-- --quick] [-- --peers] [name …]
//   --quick   a second each on little data, without peers: shows that it works, measures nothing
//   --peers   first installs the peers a benchmark is compared with, where they are missing
import { availableParallelism, loadavg } from 'node:os';
import { Closers } from './closers.ts';
import type { Benchmark } from './options.ts';

/** By name, and by the number that results and decision records give it. */
const BENCHMARKS: readonly { name: string; number?: string; load: () => Promise<Benchmark> }[] = [
  {
    name: 'chat-fanout',
    number: 'b1',
    load: async () => (await import('./chat-fanout/chat-fanout.ts')).chatFanout,
  },
  {
    name: 'durable-chat',
    number: 'b2',
    load: async () => (await import('./durable-chat/durable-chat.ts')).durableChat,
  },
  {
    name: 'live-positions',
    number: 'b3',
    load: async () => (await import('./live-positions/live-positions.ts')).livePositions,
  },
  {
    name: 'idle-sockets',
    number: 'b4',
    load: async () => (await import('./idle-sockets/idle-sockets.ts')).idleSockets,
  },
  {
    name: 'signed-in-pages',
    number: 'b5',
    load: async () => (await import('./signed-in-pages/signed-in-pages.ts')).signedInPages,
  },
  { name: 'databases', number: 'b6', load: async () => (await import('./databases/databases.ts')).databases },
  {
    name: 'first-load',
    number: 'b7',
    load: async () => (await import('./first-load/first-load.ts')).firstLoad,
  },
  {
    name: 'map-markers',
    number: 'b8',
    load: async () => (await import('./map-markers/map-markers.ts')).mapMarkers,
  },
  { name: 'faults', number: 'b9', load: async () => (await import('./faults/faults.ts')).faults },
  { name: 'fuzz', number: 'b10', load: async () => (await import('./fuzz/fuzz.ts')).fuzz },
  { name: 'guest-list', load: async () => (await import('./guest-list/guest-list.ts')).guestList },
  {
    name: 'invitation-link',
    load: async () => (await import('./invitation-link/invitation-link.ts')).invitationLink,
  },
  { name: 'taps', load: async () => (await import('./taps/taps.ts')).taps },
  { name: 'contacts', load: async () => (await import('./contacts/contacts.ts')).contacts },
];

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = [
  ...flags.filter((flag) => !['--quick', '--peers'].includes(flag)),
  ...names.filter((asked) => !BENCHMARKS.some(({ name, number }) => [name, number].includes(asked))),
];
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. Usage: npm run bench [-- --quick | --peers] [name …]`);
  console.error(`Names: ${BENCHMARKS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const options = { quick: flags.includes('--quick'), installPeers: flags.includes('--peers') };
const loads = () => loadavg().map((load) => load.toFixed(2));
if ((loadavg()[0] ?? 0) > availableParallelism() / 2) {
  console.log(
    'This machine is busy. What runs in one thread then gets a smaller share of it than what runs in ten processes: ' +
      'trust the CPU an answer takes more than the answers a second.\n',
  );
}
const failed: string[] = [];
for (const { name, number, load } of BENCHMARKS) {
  if (names.length > 0 && !names.includes(name) && !names.includes(number ?? '')) continue;
  const closers = new Closers();
  const interrupt = () => void closers.close().finally(() => process.exit(130));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  console.log(`# ${name}`);
  console.log(
    `Node ${process.versions.node}, ${availableParallelism()} cores; load before: ${loads().join(' ')}\n`,
  );
  try {
    await (
      await load()
    )(options, closers);
  } catch (error) {
    // The others still show what they can.
    failed.push(name);
    console.error(error);
  } finally {
    await closers.close();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
  console.log(`\nLoad after: ${loads().join(' ')}`);
}
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
