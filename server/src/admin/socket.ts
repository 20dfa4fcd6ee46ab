import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Clock } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { runCommand, type CommandRequest, type CommandResult } from './commands.ts';

const REQUEST_MAX_BYTES = 16_384;
const REQUEST_MAX_MS = 5_000;
const ANSWER_MAX_MS = 60_000;
/** It takes as long as the database is large. */
const isUnlimited = ({ args: [name] }: CommandRequest): boolean => name === 'snapshot';

/** Only the server's own user can connect: the name is trusted. */
const request = z.object({
  args: z.array(z.string()),
  operator: z.string().check(z.minLength(1), z.maxLength(100)),
});
const result = z.object({ ok: z.boolean(), text: z.string() });

const folderOf = (dataDir: string) => join(dataDir, 'admin');
const socketOf = (dataDir: string) => join(folderOf(dataDir), 'socket');

/** In a folder of mode 0700, one line of JSON each way: the embedded database allows no second process. */
export async function openAdminSocket(ctx: Context): Promise<() => Promise<void>> {
  const path = socketOf(ctx.config.dataDir);
  const server = createServer({ allowHalfOpen: true }, (socket) => serve(ctx, socket));
  try {
    await mkdir(folderOf(ctx.config.dataDir), { recursive: true, mode: 0o700 });
    await chmod(folderOf(ctx.config.dataDir), 0o700);
    if (await isAlive(path)) {
      ctx.log.info('another process takes the admin commands of this folder');
      return async () => {};
    }
    await rm(path, { force: true });
    await listen(server, path);
    await chmod(path, 0o600);
  } catch (error) {
    ctx.log.warn({ err: error }, 'admin commands are not taken while the server runs');
  }
  return async () => {
    if (!server.listening) return;
    await new Promise((resolve) => server.close(resolve));
  };
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function serve(ctx: Context, socket: Socket): void {
  const cancelCut = ctx.clock.after(REQUEST_MAX_MS, () => socket.destroy());
  socket.once('close', cancelCut);
  socket.on('error', (error) => ctx.log.debug({ err: error }, 'an admin connection broke'));
  readLine(socket).then(
    async (line) => {
      cancelCut();
      socket.end(`${JSON.stringify(await answer(ctx, line))}\n`);
    },
    () => socket.destroy(),
  );
}

async function answer(ctx: Context, line: string): Promise<CommandResult> {
  const asked = request.safeParse(parseJson(line)).data;
  if (asked === undefined) return { ok: false, text: 'This request cannot be read.\n' };
  try {
    return await runCommand(ctx, asked);
  } catch (error) {
    ctx.log.error({ err: error, command: asked.args.slice(0, 2) }, 'an admin command failed');
    return { ok: false, text: `It failed: ${error instanceof Error ? error.message : String(error)}\n` };
  }
}

/** Null without a running server. @throws Error when the connection breaks */
export async function askServer(
  dataDir: string,
  asked: CommandRequest,
  clock: Clock,
): Promise<CommandResult | null> {
  const path = socketOf(dataDir);
  if (!(await isAlive(path))) return null;
  const socket = connect(path);
  const late = () => {
    const waited = `The server did not answer in ${ANSWER_MAX_MS / 1_000} s`;
    socket.destroy(
      new Error(`${waited}. It goes on with the command: npm run admin -- log lists what it has done`),
    );
  };
  const cancelCut = isUnlimited(asked) ? () => {} : clock.after(ANSWER_MAX_MS, late);
  try {
    socket.write(`${JSON.stringify(asked)}\n`);
    return result.parse(parseJson(await readLine(socket, Infinity)));
  } finally {
    cancelCut();
    socket.destroy();
  }
}

/** @throws Error when it is cut off or too long */
function readLine(socket: Socket, maxBytes = REQUEST_MAX_BYTES): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      bytes += part.length;
      if (part.includes(0x0a)) resolve(Buffer.concat(parts).toString().split('\n', 1)[0] ?? '');
      else if (bytes > maxBytes) reject(new Error('Too long'));
    });
    socket.once('end', () => reject(new Error('The connection ended before the answer')));
    socket.once('error', reject);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
