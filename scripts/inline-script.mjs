import { join } from 'node:path';
import { build } from 'vite';

const WEB = join(import.meta.dirname, '../web');

/** A script of the web app on its own, as text: it shares nothing with the rest, and waits for none of it. */
export async function buildScript(source) {
  const { output } = await build({
    configFile: false,
    root: WEB,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: join(WEB, source), output: { format: 'iife' } },
    },
  });
  return output[0].code.trim();
}
