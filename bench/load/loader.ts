import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Load = {
  /** 0 asks as fast as answers come. */
  ratePerS: number;
  connections: number;
  seconds: number;
  /** A number walks through the requests from that one on, so that each comes again only after all others. */
  order: 'random' | number;
};

export type Loaded = {
  answers: number;
  seconds: number;
  perSecond: number;
  /** Answers other than 200 and 201, and lost connections. */
  errors: number;
  /** Requests that fell due and could not be sent: the rate was too high for what answers. */
  unsent: number;
  bytes: number;
  /** CPU the generator itself took, seconds. */
  cpuS: number;
  p50Ms: number;
  p90Ms: number;
  p99Ms: number;
  maxMs: number;
};

/** A file of prepared requests; see load.c. */
export type RequestFile = string & { readonly kind: 'requests' };

const run = promisify(execFile);

/** Compiles the generator into `folder`. @throws Error when there is no C compiler */
export function compileLoader(folder: string): string {
  const program = join(folder, 'load');
  const source = join(import.meta.dirname, 'load.c');
  const { status, error, stderr } = spawnSync('cc', ['-O2', '-o', program, source], { encoding: 'utf8' });
  if (status === 0) return program;
  throw new Error(`The load generator needs a C compiler (Debian: apt-get install gcc): ${error ?? stderr}`);
}

export async function writeRequests(path: string, requests: readonly string[]): Promise<RequestFile> {
  const parts = requests.flatMap((request) => {
    const text = Buffer.from(request);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return [length, text];
  });
  await writeFile(path, Buffer.concat(parts));
  return path as RequestFile;
}

/** The text of a GET as a signed-in client sends it. */
export function getRequest(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: '127.0.0.1', Accept: 'application/json', ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** The text of a POST of JSON as a signed-in client sends it. */
export function postRequest(path: string, headers: Readonly<Record<string, string>>, body: unknown): string {
  const text = JSON.stringify(body);
  const lines = Object.entries({
    Host: '127.0.0.1',
    Accept: 'application/json',
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    ...headers,
  });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${text}`;
}

/** @throws Error when an answer was not a success or a connection was lost: such a figure means nothing */
export async function runLoad(
  program: string,
  port: number,
  requests: RequestFile,
  { ratePerS, connections, seconds, order }: Load,
): Promise<Loaded> {
  const args = [port, connections, seconds, ratePerS, order, requests].map(String);
  const { stdout, stderr } = await run(program, args);
  const loaded = JSON.parse(stdout) as Loaded;
  if (loaded.errors > 0 || loaded.answers === 0) {
    throw new Error(`${loaded.errors} of ${loaded.answers} answers failed: ${stderr.slice(0, 2_000)}`);
  }
  return loaded;
}
