import { build, type Plugin, type Rolldown } from 'vite';
import { browserContract } from './browser-contract.ts';

/**
 * Writes `entry` into the page's head as a script that shares nothing with the app, and so waits for none of it, nor for
 * a round trip of its own. The server allows it by its hash (server/src/http/web-app.ts).
 */
export function earlyScript(entry: string): Plugin {
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { server }) => [
        {
          tag: 'script',
          injectTo: 'head-prepend',
          ...(server
            ? { attrs: { type: 'module', src: entry } }
            : { children: await bundle(import.meta.dirname, entry) }),
        },
      ],
    },
  };
}

async function bundle(root: string, entry: string): Promise<string> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [browserContract()],
    build: {
      write: false,
      modulePreload: false,
      rollupOptions: { input: `${root}${entry}`, output: { format: 'iife' } },
    },
  });
  const [{ code }] = (output as Rolldown.RolldownOutput).output;
  return code.trim();
}
