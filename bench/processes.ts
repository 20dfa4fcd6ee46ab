import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const TICKS_PER_S = 100;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** CPU a process has used so far, seconds; with `withChildren` also its living and its ended children's. */
export function cpuSeconds(pid: number, { withChildren = false } = {}): number {
  const own = statOf(pid);
  if (!own) throw new Error(`Process ${pid} has ended`);
  if (!withChildren) return own.own / TICKS_PER_S;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return (own.own + own.ended + children.reduce((sum, stat) => sum + (stat?.own ?? 0), 0)) / TICKS_PER_S;
}

/** Memory a process holds now, bytes. */
export function residentBytes(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb ?? 0) * 1024;
}

function statOf(pid: number): { parent: number; own: number; ended: number } | null {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The program's name may hold spaces and brackets: fields count from after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
}

export type Started = {
  pid: number;
  /** What `ready` captured in the line that told of the start. */
  said: string;
  stop(): Promise<void>;
};

/** Starts a program and resolves when a line of its output matches `ready`. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { ready, env = {}, cwd }: { ready: RegExp; env?: Record<string, string>; cwd?: string },
): Promise<Started> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd !== undefined && { cwd }),
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => stopChild(child, exited);
  try {
    const said = await firstMatch(child, ready);
    return { pid: child.pid ?? 0, said, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function firstMatch(child: ChildProcess, ready: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const fail = (why: string) => reject(new Error(`${why}:\n${lines.slice(-20).join('\n')}`));
    const timer = setTimeout(() => fail('The program did not start in time'), START_TIMEOUT_MS);
    child.once('error', reject);
    child.once('exit', () => fail('The program ended'));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        if (lines.length < 200) lines.push(line);
        const match = ready.exec(line);
        if (!match) return;
        clearTimeout(timer);
        resolve(match[1] ?? '');
      });
    }
  });
}

async function stopChild(child: ChildProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
