import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFan, type Fan, type FanRun } from '../chat-fanout/fan.ts';
import { step, SWITCHED, textFrame, upgrade } from '../chat-fanout/wires.ts';
import { createDatabase, socketFolder } from '../signed-in-pages/database.ts';
import type { Closers } from '../closers.ts';
import { postRequest } from '../load/loader.ts';
import { freePort, hasPackage, installPackages } from '../peers/peer.ts';
import { startProgram } from '../processes.ts';
import { RECEIVERS, type Room } from './room.ts';

const FOLDER = join(import.meta.dirname, '../peers/parse-server');
const TEXT = 'x'.repeat(110);

/** A message saved in Parse Server until a hundred subscribers of its LiveQuery have it; null where it is not installed. */
export async function startLiveQuery(
  room: Room,
  folder: string,
  fanProgram: string,
  install: boolean,
  closers: Closers,
): Promise<{ version: string; measure: (seconds: number) => Promise<FanRun> } | null> {
  if (!hasPackage(FOLDER, 'parse-server') && install) installPackages(FOLDER);
  if (!hasPackage(FOLDER, 'parse-server')) {
    console.log('Not had: Parse LiveQuery (npm run bench -- --peers b2 installs it).\n');
    return null;
  }
  const url = await createDatabase(room.server, 'parse');
  const port = await freePort();
  const { stop } = await startProgram(process.execPath, [join(FOLDER, 'serve-live.mjs')], {
    cwd: folder,
    ready: /^ready (\d+)$/,
    env: { PGHOST: socketFolder(url), DATABASE: 'parse', PORT: String(port), NODE_ENV: 'production' },
  });
  closers.add(stop);
  const token = await signUp(port);
  const fan = await subscribeAll(port, token, fanProgram, folder, closers);
  const headers = { 'X-Parse-Application-Id': 'bench', 'X-Parse-Session-Token': token };
  const save = join(folder, 'save');
  await writeFile(save, postRequest('/parse/classes/Message', headers, { room: 1, message: TEXT }));
  const bytes = await fan.calibrate(save);
  const measure = (seconds: number) => fan.run(seconds, save, bytes);
  return { version: '9.10.0', measure };
}

async function signUp(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/parse/users`, {
    method: 'POST',
    headers: { 'X-Parse-Application-Id': 'bench', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'somebody', password: 'gorse-and-granite-49' }),
  });
  return ((await answer.json()) as { sessionToken: string }).sessionToken;
}

function subscribeAll(
  port: number,
  sessionToken: string,
  program: string,
  folder: string,
  closers: Closers,
): Promise<Fan> {
  const connect = JSON.stringify({ op: 'connect', applicationId: 'bench' });
  const query = { className: 'Message', where: { room: 1 } };
  const subscribe = JSON.stringify({ op: 'subscribe', requestId: 1, query, sessionToken });
  const steps = () => [
    step(upgrade('/'), SWITCHED),
    step(textFrame(connect), '"op":"connected"'),
    step(textFrame(subscribe), '"op":"subscribed"'),
  ];
  const listeners = Array.from({ length: RECEIVERS }, () => ({ port, steps: steps() }));
  return openFan(program, join(folder, 'script'), [...listeners, { port, steps: [] }], closers);
}
