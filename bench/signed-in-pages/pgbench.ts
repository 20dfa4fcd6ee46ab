import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { socketFolder, type Seeded, type Server } from './database.ts';
import type { Statement } from './pages.ts';

const run = promisify(execFile);

export type PgbenchScript = { file: string; variables: readonly string[] };

/**
 * The statement as a pgbench script: the person and their event change, the other parameters stand still. pgbench sees
 * `:MI` of a time format as a variable, hence the escape; a parameter used twice becomes two of the same value.
 */
export async function writeScript(
  file: string,
  statement: Statement,
  {
    userId,
    eventId,
    visitors,
    samePersonFor,
  }: { userId: string; eventId: number; visitors: number; samePersonFor: number },
): Promise<PgbenchScript> {
  const variables: string[] = [`u=${userId}`, `e=${eventId}`];
  const names = statement.params.map((value, index) => {
    if (value === userId) return ':u';
    if (value === eventId) return ':e';
    variables.push(`p${index}=${String(value)}`);
    return `:p${index}`;
  });
  const text = statement.text
    .replaceAll(/'([^']*HH24:MI[^']*)'/g, (_, format: string) => `E'${format.replaceAll(':', '\\072')}'`)
    .replaceAll(/\$(\d+)/g, (_, number: string) => names[Number(number) - 1] ?? 'null');
  const script = [
    `\\set change random(1, ${samePersonFor})`,
    '\\if :change = 1',
    `\\set n random(1, ${visitors})`,
    'select user_id as u, event_id as e from bench_visitors where n = :n \\gset',
    '\\endif',
    `${text};`,
  ];
  await writeFile(file, `${script.join('\n')}\n`);
  return { file, variables };
}

/** Transactions a second with prepared statements. @throws Error when pgbench fails */
export async function runPgbench(
  server: Server,
  { url }: Seeded,
  { file, variables }: PgbenchScript,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const args = ['-n', '-M', 'prepared', '-c', clients, '-j', 1, '-T', seconds, '-f', file].map(String);
  for (const variable of variables) args.push('-D', variable);
  args.push('-h', socketFolder(url), '-U', 'postgres', new URL(url).pathname.slice(1));
  const env = {
    ...process.env,
    PGOPTIONS: '-c timezone=UTC -c datestyle=ISO -c search_path=public',
  };
  const { stdout, stderr } = await run(join(server.bin, 'pgbench'), args, { env });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (rate === undefined || /aborted|error/i.test(stderr))
    throw new Error(`pgbench failed: ${stderr}${stdout}`);
  return Number(rate);
}
