import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'main.ts');

test('OPS-10 a rolling restart starts the release that the link leads to by then', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hereabouts-release-'));
  for (const release of ['first', 'second']) {
    const source = join(folder, release, 'server/src');
    await mkdir(join(source, 'cluster'), { recursive: true });
    await symlink(PROGRAM, join(source, 'cluster/main.ts'));
    const serves = `console.log('serves ${release}'); (await import('node:net')).createServer().listen(0, '127.0.0.1');`;
    await writeFile(join(source, 'main.ts'), serves);
    await writeFile(join(folder, release, 'package.json'), '{ "type": "module" }');
  }
  const link = join(folder, 'current');
  await symlink(join(folder, 'first'), link);

  const env = { ...process.env, DATABASE_URL: 'postgres://127.0.0.1/none', NATS_URL: 'nats://127.0.0.1' };
  const child = spawn(process.execPath, [join(link, 'server/src/cluster/main.ts'), '1'], { env });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => void (said += String(text)));
  child.stderr.on('data', (text: Buffer) => void (said += String(text)));
  const hasSaid = async (text: string) => {
    await expect.poll(() => said, { timeout: 20_000 }).toContain(text);
  };

  await hasSaid('To restart one after the other');
  expect(said).toContain('serves first');
  const next = join(folder, 'next');
  await symlink(join(folder, 'second'), next);
  await rename(next, link);
  child.kill('SIGHUP');
  await hasSaid('serves second');
  await hasSaid('Every process has been replaced');
}, 60_000);
