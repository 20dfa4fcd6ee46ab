// Usage: npm run dev   The server, restarted on change, behind Vite, which reloads the web app in place; one address for both.
import { spawn } from 'node:child_process';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';

const ROOT = join(import.meta.dirname, '..');
const STOP_MS = 12_000;

const port = Number(process.env.PORT ?? 3000);
const serverPort = await findFreePort();
// Read by web/vite.config.ts, which knows the paths that belong to the server.
process.env.SERVER_PORT = String(serverPort);

const vite = await createServer({
  root: join(ROOT, 'web'),
  server: { host: process.env.HOST ?? '127.0.0.1', port, strictPort: true },
});
await vite.listen();
const url = vite.resolvedUrls.local[0].replace(/\/$/, '');

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: String(serverPort),
    PUBLIC_URL: process.env.PUBLIC_URL ?? url,
  },
});
server.on('exit', (code) => stop(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));

console.log(`\nHereabouts, reloading on change: ${url}\n`);

let stopping = false;

/** Ends both; the watcher hands the signal to the server and waits for it. */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  const stopped = server.exitCode === null && server.signalCode === null ? ended(server) : null;
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  await Promise.all([vite.close(), stopped]);
  clearTimeout(timer);
  process.exit(code);
}

function ended(child) {
  return new Promise((resolve) => child.once('exit', resolve));
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
