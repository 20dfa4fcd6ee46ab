// Usage: npm run bench [-- --quick] [-- --peers] [name …]
//   --quick   a second each on little data, without peers: shows that it works, measures nothing
//   --peers   first installs the peers a benchmark is compared with, where they are missing
import { availableParallelism, loadavg } from 'node:os';
import { Closers } from './closers.ts';

export type Options = { quick: boolean; installPeers: boolean };
/** Prints what it measured. Whatever it opens it hands to `closers`. */
export type Benchmark = (options: Options, closers: Closers) => Promise<void>;

const BENCHMARKS: Record<string, () => Promise<Benchmark>> = {
  b1: async () => (await import('./b1/b1.ts')).b1,
  b2: async () => (await import('./b2/b2.ts')).b2,
  b3: async () => (await import('./b3/b3.ts')).b3,
  b4: async () => (await import('./b4/b4.ts')).b4,
  b5: async () => (await import('./b5/b5.ts')).b5,
  b6: async () => (await import('./b6/b6.ts')).b6,
  b7: async () => (await import('./b7/b7.ts')).b7,
  b8: async () => (await import('./b8/b8.ts')).b8,
  contacts: async () => (await import('./contacts/contacts.ts')).contacts,
};

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = [
  ...flags.filter((flag) => !['--quick', '--peers'].includes(flag)),
  ...names.filter((name) => !(name in BENCHMARKS)),
];
if (unknown.length > 0) {
  console.error(`Not known: ${unknown.join(', ')}. Usage: npm run bench [-- --quick | --peers] [name …]`);
  console.error(`Names: ${Object.keys(BENCHMARKS).join(', ')}`);
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
for (const [name, load] of Object.entries(BENCHMARKS)) {
  if (names.length > 0 && !names.includes(name)) continue;
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
  } finally {
    await closers.close();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
  console.log(`\nLoad after: ${loads().join(' ')}`);
}
