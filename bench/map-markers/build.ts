import { existsSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const PAGES = join(import.meta.dirname, 'pages');
export const MAPLIBRE = join(import.meta.dirname, '../peers/maplibre');

export const hasMapLibre = (): boolean => existsSync(join(MAPLIBRE, 'node_modules/maplibre-gl/package.json'));

/** Builds a page for each map, as the product is built. */
export async function buildPages(names: readonly string[], outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: PAGES,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    resolve: {
      alias: { 'maplibre-gl': join(MAPLIBRE, 'node_modules/maplibre-gl') },
      dedupe: ['react', 'react-dom'],
    },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: names.map((name) => join(PAGES, `${name}.html`)) },
    },
  });
}
