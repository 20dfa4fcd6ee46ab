import { spawn } from 'node:child_process';

/** The server drains its sockets for up to 10 s. */
const STOP_MAX_MS = 12_000;

/**
 * One server process that can be started again. `node --watch` would do it too, but then every worker thread of the
 * server gets the watcher's own messages among its own.
 */
export function createServerProcess({ command, args, cwd, env }) {
  let child = null;
  let turn = Promise.resolve();

  function start() {
    const started = spawn(command, args, { cwd, env, stdio: 'inherit' });
    child = started;
    started.on('exit', (code) => {
      if (child !== started) return;
      child = null;
      console.log(`The server ended (${code}); it starts again with the next change.`);
    });
  }

  async function end() {
    const ending = child;
    if (!ending) return;
    child = null;
    const exited = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    const timer = setTimeout(() => ending.kill('SIGKILL'), STOP_MAX_MS);
    await exited;
    clearTimeout(timer);
  }

  /** The old process has ended before the next one starts: both want the same data folder. */
  const inTurn = (task) => (turn = turn.then(task));
  return {
    restart: () => inTurn(() => end().then(start)),
    stop: () => inTurn(end),
  };
}
