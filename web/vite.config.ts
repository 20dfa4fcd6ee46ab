/// <reference types="node" />
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3000}`;
const SERVER_PATHS = ['/api', '/auth', '/uploads', '/tiles', '/openapi.json'];

/** Stays in the browser's cache through most releases. */
const VENDOR = {
  name: 'vendor',
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/,
};

/** What every page needs, in one file. */
const APP = { name: 'app', test: /[\\/]src[\\/]app[\\/]app\.tsx$/ };

/** Small modules that many pages and parts share: a file for each would cost a slow network a round trip a handful. Dialogs
 * are left out, for a library comes with them. See docs/decisions/028-fewer-files.md. */
const COMMON = {
  name: 'common',
  test: /[\\/](lucide-react|web[\\/]src[\\/](lib|ui[\\/](?!overlays))|contract[\\/]src(?![\\/]schemas))[\\/]/,
  minShareCount: 7,
  includeDependenciesRecursively: false,
};

/** The entry and all it imports: what is there before anything is asked for later. */
const loadedFirst = new Set<string>();

const findLoadedFirst: Plugin = {
  name: 'hereabouts:loaded-first',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && file.isEntry) loadedFirst.add(file.fileName);
      }
      for (const name of loadedFirst) {
        const file = bundle[name];
        if (file?.type === 'chunk') for (const next of file.imports) loadedFirst.add(next);
      }
    },
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), findLoadedFirst],
  server: {
    proxy: {
      ...Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: SERVER }])),
      '/realtime': { target: SERVER, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The content-security policy allows no data: fonts or scripts; small pictures stay files for the same reason.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // Every page carries the names of what its later parts import.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'js' ? dependencies.filter((file) => !loadedFirst.has(file)) : dependencies,
    },
    rollupOptions: {
      // A text stands where it is used, in the file that uses it.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: { groups: [VENDOR, APP, COMMON] },
        // The shortest that rolldown allows: the app carries some 180 of these names.
        entryFileNames: 'static/js/[name]-[hash:7].js',
        chunkFileNames: 'static/js/[name]-[hash:7].js',
        assetFileNames: (asset) => {
          const name = asset.names[0] ?? '';
          if (name.endsWith('.css')) return 'static/css/[name]-[hash][extname]';
          if (name.endsWith('.woff2')) return 'static/fonts/[name]-[hash][extname]';
          return 'static/media/[name]-[hash][extname]';
        },
      },
    },
  },
});
