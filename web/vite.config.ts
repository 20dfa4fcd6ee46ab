/// <reference types="node" />
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { browserContract } from './browser-contract.ts';
import { earlyScript } from './early-script.ts';

const SERVER = `http://127.0.0.1:${process.env.SERVER_PORT ?? 3000}`;
const SERVER_PATHS = ['/api', '/auth', '/uploads', '/tiles', '/openapi.json'];

/**
 * Names the two faces every page shows where the page's early script finds what else to load: after what has to run
 * first, before a text of the page asks for them.
 */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const fonts = Object.keys(context.bundle ?? {}).filter((name) =>
          /-latin-wght-normal-[^/]*\.woff2$/.test(name),
        );
        const children = fonts.map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
        }));
        return [
          { tag: 'template', attrs: { id: 'page-parts' }, children, injectTo: 'head-prepend' as const },
        ];
      },
    },
  };
}

/**
 * The router's package names no condition for its production build, and its development build is what one gets. Names
 * for development and what might do more than it says keep a tenth of it alive that nothing uses: 1.4 kB gzip.
 */
function productionRouter(): Plugin {
  const build = new URL('dist/production/index.mjs', import.meta.resolve('react-router/package.json'));
  return {
    name: 'production-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: fileURLToPath(build) }] } }),
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = .*;$/gm, '')
          .replaceAll(/= (React\d*\.(createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1'),
    },
  };
}

/** Minifies once more what the built-in minifier has made: 1.7 kB gzip less in every first load. */
function minifyAgain(): Plugin {
  return {
    name: 'minify-again',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const { code } = await minify(file.code, { module: true, ecma: 2020, compress: { passes: 3 } });
        if (code) file.code = code;
      }
    },
  };
}

const APP_PARTS =
  /[\\/]web[\\/]src[\\/](?!main\.tsx)|[\\/]contract[\\/]src[\\/]|[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;
const COMMON_PARTS =
  /[\\/]web[\\/]src[\\/](ui|lib)[\\/](?!.*(dialog|wake-lock|heading))|[\\/]contract[\\/]src[\\/](?!live-frames)|[\\/]lucide-react[\\/].*[\\/]icons[\\/]/;

/** A few chunks rather than one for each icon: small files compress badly and queue up behind each other. */
const CHUNKS = [
  {
    // Zod and what of the contract is written with it at first hand: no page needs them first (see browser-contract.ts).
    name: 'schemas',
    test: /[\\/]node_modules[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/](route|errors|person|chat-message|live-messages|realtime-messages)\.ts$/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  {
    // Stays in the browser's cache through most releases.
    name: 'vendor',
    test: /[\\/]node_modules[\\/]((react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]|lucide-react[\\/](?!.*[\\/]icons[\\/]))/,
    priority: 3,
  },
  // What stands around every page, its styles before all others. The entry itself stays one.
  {
    name: 'app',
    tags: ['$initial' as const],
    test: APP_PARTS,
    priority: 2,
  },
  // What several pages are made of; dialogs and the live pages bring what most visits do not need.
  { name: 'common', test: COMMON_PARTS, minShareCount: 6, priority: 1 },
  // The rest of these by the pages that use it; what would be a file of a few hundred bytes goes with its nearest.
  {
    name: 'parts',
    test: COMMON_PARTS,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1_200,
    priority: 0,
  },
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    browserContract(),
    productionRouter(),
    react(),
    earlyScript('/src/early.ts'),
    preloadFonts(),
    minifyAgain(),
  ],
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
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: {
        codeSplitting: { groups: CHUNKS },
        entryFileNames: 'static/js/[name]-[hash].js',
        chunkFileNames: 'static/js/[name]-[hash].js',
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
