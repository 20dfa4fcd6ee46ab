import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Closers } from '../closers.ts';

/** What a connection sends and what it then waits for. */
export type Step = { send: Buffer; until: Buffer };
export type Connection = { port: number; steps: readonly Step[] };

export type FanRun = {
  rounds: number;
  seconds: number;
  /** CPU the generator itself took, seconds. */
  cpuS: number;
  p50Ms: number;
  p99Ms: number;
  /** Bytes beyond those expected. */
  extra: number;
};

/** A generator with its sockets open; see fan.c. */
export type Fan = {
  /** Bytes that come of one trigger. */
  calibrate(trigger: string): Promise<number>;
  run(seconds: number, trigger: string, bytes: number): Promise<FanRun>;
  /** Each trigger is the next `size` bytes of the file, beginning with number `from`. */
  walk(seconds: number, triggers: string, bytes: number, size: number, from: number): Promise<FanRun>;
  /** Sends the file's bytes on every listening connection, and waits until it is quiet. */
  say(words: string): Promise<unknown>;
  /** Bytes that come in so long and afterwards until it is quiet. */
  listen(seconds: number): Promise<number>;
  stop(): Promise<void>;
};

/** Compiles the generator into `folder`. @throws Error when there is no C compiler */
export function compileFan(folder: string): string {
  const program = join(folder, 'fan');
  const source = join(import.meta.dirname, 'fan.c');
  const { status, error, stderr } = spawnSync('cc', ['-O2', '-o', program, source], { encoding: 'utf8' });
  if (status === 0) return program;
  throw new Error(`The load generator needs a C compiler (Debian: apt-get install gcc): ${error ?? stderr}`);
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const sized = (bytes: Buffer): Buffer[] => [number(bytes.length), bytes];

/** Opens the connections, one after the other; the last of them is the one that speaks. */
export async function openFan(
  program: string,
  script: string,
  connections: readonly Connection[],
  closers: Closers,
): Promise<Fan> {
  const parts = connections.flatMap(({ port, steps }) => [
    number(port),
    number(steps.length),
    ...steps.flatMap(({ send, until }) => [...sized(send), ...sized(until)]),
  ]);
  await writeFile(script, Buffer.concat([number(connections.length), ...parts]));

  const child = spawn(program, [script], { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  closers.add(stop);
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += String(data)));
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.resolve(line));
  void exited.then(() => {
    for (const { reject } of waiting.splice(0))
      reject(new Error(`The generator of port ${connections[0]?.port} ended: ${said}`));
  });
  const answer = () => new Promise<string>((resolve, reject) => waiting.push({ resolve, reject }));
  const ask = (line: string) => {
    child.stdin.write(`${line}\n`);
    return answer();
  };
  await answer();
  return {
    calibrate: async (trigger) => Number(await ask(`calibrate ${trigger}`)),
    run: async (seconds, trigger, bytes) =>
      JSON.parse(await ask(`run ${seconds} ${trigger} ${bytes}`)) as FanRun,
    walk: async (seconds, triggers, bytes, size, from) =>
      JSON.parse(await ask(`walk ${seconds} ${triggers} ${bytes} ${size} ${from}`)) as FanRun,
    say: (words) => ask(`say ${words}`),
    listen: async (seconds) => Number(await ask(`listen ${seconds}`)),
    stop,
  };
}
