// Usage: npm run soak [-- --short] [-- --rounds N]   Breaks one part after the other of an instance on several machines.
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Closers } from '../bench/closers.ts';
import { printTable, whole } from '../bench/rounds.ts';
import { FULL, SHORT } from './faults.ts';
import { missingPrograms } from './machines.ts';
import { Soak, type FaultReport } from './soak.ts';

const { values } = parseArgs({ options: { short: { type: 'boolean' }, rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 1);
const missing = missingPrograms();
if (missing.length > 0) {
  console.log(`Skipped, missing: ${missing.join(', ')}`);
  process.exit();
}

const seconds = (ms: number | null) => (ms === null ? 'never' : (ms / 1_000).toFixed(1));
const row = ({
  name,
  acknowledged,
  longestWaitMs,
  recoveredMs,
  socketsLost,
  failures,
  findings,
}: FaultReport) => [
  name,
  whole(acknowledged),
  seconds(longestWaitMs),
  seconds(recoveredMs),
  String(socketsLost),
  [...failures].map(([code, times]) => `${code}: ${whole(times)}`).join(', ') || 'none',
  String(findings.length),
];

const closers = new Closers();
const interrupt = () => void closers.close().finally(() => process.exit(130));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
const reports: FaultReport[] = [];
const findings: string[] = [];
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} cores; load ${loadavg()[0]?.toFixed(2)}`,
);
try {
  for (let round = 1; round <= rounds; round++) {
    const parts = new Closers();
    closers.add(() => parts.close());
    const soak = await Soak.start(parts);
    for (const fault of values.short ? SHORT : FULL) {
      const report = await soak.run(fault);
      console.log(`round ${round}: ${row(report).join(' | ')}`);
      reports.push(report);
    }
    const total = await soak.finish();
    const { acknowledged, repeated, early, mails, mailsTwice } = total;
    console.log(
      `round ${round}: ${whole(acknowledged)} messages acknowledged; ${whole(repeated)} came twice to a page and ` +
        `${whole(early)} early, which it put right by their numbers; ${mails} mails, ${mailsTwice} of them sent twice\n`,
    );
    findings.push(...total.findings);
    await parts.close();
  }
} finally {
  await closers.close();
}
printTable(
  [
    'what',
    'acknowledged',
    'longest wait, s',
    'healthy again after, s',
    'sockets lost',
    'answers that were no success',
    'findings',
  ],
  reports.map(row),
);
for (const report of reports) findings.push(...report.findings.map((text) => `${report.name}: ${text}`));
for (const finding of findings.slice(0, 40)) console.log(`- ${finding}`);
console.log(`${findings.length} findings; load ${loadavg()[0]?.toFixed(2)}`);
process.exitCode = findings.length > 0 ? 1 : 0;
