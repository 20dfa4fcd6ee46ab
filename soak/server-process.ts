import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type ServerProcess = {
  readonly port: number;
  /** Of the process that runs now; 0 for none. */
  pid(): number;
  /** Resolves when it listens. */
  start(): Promise<void>;
  kill(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** By SIGTERM, as in a restart. */
  stop(): Promise<void>;
  /** Lines of its log at level error or above, of all runs. */
  readonly errors: readonly string[];
  /** How often it, or a process of its cluster, has listened. */
  starts(): number;
};

const ROOT = join(import.meta.dirname, '..');
const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 15_000;
const LEVEL_ERROR = 50;

/** The product as `npm start` runs it, on one port again and again. `args`: in place of the server's program. */
export function serverProcess(
  port: number,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = ['server/src/main.ts'],
): ServerProcess {
  const errors: string[] = [];
  let child: ChildProcess | null = null;
  let exited = Promise.resolve();
  let starts = 0;

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ending = child;
    if (ending === null) return;
    // What is stopped takes no SIGTERM.
    if (signal === 'SIGTERM') ending.kill('SIGCONT');
    ending.kill(signal);
    const cut = setTimeout(() => ending.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(cut);
  };

  return {
    port,
    pid: () => child?.pid ?? 0,
    async start() {
      const started = spawn(process.execPath, [...args], {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], PORT: String(port), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      const last: string[] = [];
      exited = new Promise((resolve) =>
        started.once('exit', () => {
          if (child === started) child = null;
          resolve();
        }),
      );
      await new Promise<void>((resolve, reject) => {
        const fail = (why: string) => reject(new Error(`${why}:\n${last.join('\n')}`));
        const timer = setTimeout(() => fail('The server did not start in time'), START_TIMEOUT_MS);
        started.once('error', reject);
        started.once('exit', () => {
          clearTimeout(timer);
          fail('The server ended');
        });
        const readLine = (line: string) => {
          last.push(line);
          if (last.length > 20) last.shift();
          if (levelOf(line) >= LEVEL_ERROR) errors.push(line);
          if (!line.startsWith('Hereabouts is at ')) return;
          starts += 1;
          clearTimeout(timer);
          resolve();
        };
        for (const stream of [started.stdout, started.stderr])
          createInterface({ input: stream }).on('line', readLine);
      });
    },
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    errors,
    starts: () => starts,
  };
}

function levelOf(line: string): number {
  try {
    return Number((JSON.parse(line) as { level?: unknown }).level ?? 0);
  } catch {
    return 0;
  }
}
