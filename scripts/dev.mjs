// Usage: npm run dev   The server, started again on change, behind Vite, which reloads the web app in place; one address.
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { createServerProcess } from './dev/server-process.mjs';

const ROOT = join(import.meta.dirname, '..');
const SERVER_SOURCES = [join(ROOT, 'server/src'), join(ROOT, 'contract/src')];
/** An editor saves several files, and each in several steps. */
const SETTLE_MS = 150;
const READY_POLL_MS = 100;

const host = process.env.HOST ?? '127.0.0.1';
const port = Number(process.env.PORT ?? 3000);
const serverPort = await findFreePort();
// Read by web/vite.config.ts, which knows the paths that belong to the server.
process.env.SERVER_PORT = String(serverPort);

const vite = await createServer({ root: join(ROOT, 'web'), server: { host, port, strictPort: true } });
await vite.listen();
const url = `http://${host}:${vite.httpServer.address().port}`;

const server = createServerProcess({
  command: process.execPath,
  // V8's flags are for the server, which does the work.
  args: [...process.execArgv, 'server/src/main.ts'],
  cwd: ROOT,
  env: {
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL ?? url,
  },
});
let stopping = false;
// Vite's own would end this process before the server has ended.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
await server.restart();
restartOnChange();
await serverAnswers();
console.log(`\nHereabouts, reloading on change: ${url}\n`);

function restartOnChange() {
  let settle;
  vite.watcher.add(SERVER_SOURCES);
  vite.watcher.on('all', (_event, path) => {
    if (!SERVER_SOURCES.some((folder) => path.startsWith(folder)) || path.endsWith('.test.ts')) return;
    clearTimeout(settle);
    settle = setTimeout(server.restart, SETTLE_MS);
  });
}

async function stop() {
  if (stopping) return;
  stopping = true;
  await Promise.all([server.stop(), vite.close()]);
  process.exit(0);
}

async function serverAnswers() {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${serverPort}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createNetServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}
