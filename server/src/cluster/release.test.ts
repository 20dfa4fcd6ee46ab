import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRelease, startCluster, temporaryFolder } from '@hereabouts/testing/cluster';
import { expect, test } from 'vitest';

test('OPS-10 a rolling restart starts the release that the link leads to by then', async () => {
  const folder = await temporaryFolder();
  for (const release of ['first', 'second']) {
    const serves = `console.log('serves ${release}'); (await import('node:net')).createServer().listen(0, '127.0.0.1');`;
    await makeRelease(join(folder, release), serves);
  }
  const link = join(folder, 'current');
  await symlink(join(folder, 'first'), link);

  const { child, said } = startCluster(link, 1);
  const hasSaid = async (text: string) => {
    await expect.poll(said, { timeout: 20_000 }).toContain(text);
  };

  await hasSaid('To restart one after the other');
  expect(said()).toContain('serves first');
  const next = join(folder, 'next');
  await symlink(join(folder, 'second'), next);
  await rename(next, link);
  child.kill('SIGHUP');
  await hasSaid('serves second');
  await hasSaid('Every process has been replaced');
}, 60_000);
