import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const PROGRAM = join(import.meta.dirname, '../server/src/cluster/main.ts');

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-cluster-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** A release whose server processes run this module. */
export async function makeRelease(folder: string, module: string): Promise<void> {
  const source = join(folder, 'server/src');
  await mkdir(join(source, 'cluster'), { recursive: true });
  await symlink(PROGRAM, join(source, 'cluster/main.ts'));
  await writeFile(join(source, 'main.ts'), module);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
}

/** Of a release; ends with the test. `said`: what it and its processes have written so far. */
export function startCluster(release: string, count: number): { child: ChildProcess; said: () => string } {
  const env = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1/none', NATS_URL: 'nats://127.0.0.1' };
  const program = join(release, 'server/src/cluster/main.ts');
  const child = spawn(process.execPath, [program, String(count)], { env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => void (said += String(text)));
  child.stderr.on('data', (text: Buffer) => void (said += String(text)));
  return { child, said: () => said };
}
