import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@hereabouts/testing/nats';
import { takesConnections, until } from './wait.ts';

/** S3Proxy and what it needs (org.gaul:s3proxy of Maven), as `java -cp` takes it; null where it is not given. */
export const s3ProxyClasspath: string | null = process.env['S3PROXY_CLASSPATH'] ?? null;

export type S3Proxy = {
  readonly settings: Readonly<Record<string, string>>;
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  removeBucket(): Promise<void>;
};

const BUCKET = 'pictures';
const [KEY_ID, SECRET] = ['soak', 'soak-secret'];
const START_MAX_MS = 60_000;

/** A real S3 service on a folder, which verifies signatures. It is not started yet. */
export async function prepareS3Proxy(folder: string): Promise<S3Proxy> {
  const port = await freePort();
  const [store, file] = [join(folder, 'store'), join(folder, 's3proxy.conf')];
  await mkdir(store);
  const lines = [
    `s3proxy.endpoint=http://127.0.0.1:${port}`,
    's3proxy.authorization=aws-v2-or-v4',
    `s3proxy.identity=${KEY_ID}`,
    `s3proxy.credential=${SECRET}`,
    'jclouds.provider=filesystem',
    `jclouds.filesystem.basedir=${store}`,
  ];
  await writeFile(file, lines.join('\n'));
  let running: ReturnType<typeof spawn> | null = null;
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET,
    },
    async start() {
      running = spawn(
        'java',
        ['-cp', s3ProxyClasspath ?? '', 'org.gaul.s3proxy.Main', '--properties', file],
        {
          stdio: 'ignore',
        },
      );
      if ((await until(() => takesConnections(port), START_MAX_MS)) === null)
        throw new Error('S3Proxy did not start');
    },
    async kill() {
      if (running === null || running.exitCode !== null || running.signalCode !== null) return;
      const exited = once(running, 'exit');
      running.kill('SIGKILL');
      await exited;
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    removeBucket: () => rm(join(store, BUCKET), { recursive: true }),
  };
}
