import { expect, test } from 'vitest';
import { measurePages, pagesIn } from './check-size.mjs';

const manifest = {
  'index.html': {
    file: 'entry.js',
    isEntry: true,
    imports: ['_app.js'],
    dynamicImports: ['auth-client.js'],
  },
  '_app.js': { file: 'app.js', imports: ['_react.js'], dynamicImports: ['home.tsx', 'login.tsx'] },
  '_react.js': { file: 'react.js' },
  '_card.js': { file: 'card.js', imports: ['_react.js'] },
  'auth-client.js': { file: 'auth.js' },
  'home.tsx': {
    file: 'home.js',
    imports: ['_card.js', 'index.html'],
    dynamicImports: ['map.tsx'],
    css: ['home.css'],
  },
  'login.tsx': { file: 'login.js', imports: ['index.html'] },
  'map.tsx': { file: 'map.js', imports: ['_card.js', '_tiles.js'] },
  '_tiles.js': { file: 'tiles.js' },
};
const BYTES = {
  'entry.js': 400,
  'app.js': 600,
  'react.js': 60_000,
  'card.js': 500,
  'auth.js': 23_000,
  'home.js': 20_000,
  'login.js': 2_000,
  'map.js': 40_000,
  'tiles.js': 5_000,
};
const measure = (pages, parts = manifest) => measurePages(parts, pages, (file) => BYTES[file]);

test('a page counts the entry, itself and shared chunks once; what it loads later stands apart', () => {
  const auth = { key: 'auth-client.js', kb: 23 };
  expect(measure(['home.tsx', 'login.tsx'])).toEqual([
    { page: 'home.tsx', kb: 81.5, later: [{ key: 'map.tsx', kb: 45 }, auth] },
    { page: 'login.tsx', kb: 63, later: [auth] },
  ]);
});

test('a page that is not to be found fails the check, and so does a manifest without an entry', () => {
  expect(() => measure(['home.tsx', 'gone.tsx'])).toThrow('Not in a chunk of its own: gone.tsx');
  expect(() => measure(['home.tsx'], { 'home.tsx': { file: 'home.js' } })).toThrow(
    'The manifest names no entry.',
  );
});

test('the pages are those that the router imports, as the manifest names them', () => {
  const source = `
    export const Home = lazyPage(() => import('./pages/home.tsx').then((page) => page.Home));
    export const Login = lazyPage(() =>
      import('#web/features/account/login-page.tsx').then((m) => m.LoginPage),
    );
    const DevUiPage = import.meta.env.DEV ? lazyPage(() => import('./dev-ui/dev-ui-page.tsx')) : null;
  `;
  expect(pagesIn(source, 'src/app/signed-in-pages.ts')).toEqual([
    'src/app/pages/home.tsx',
    'src/features/account/login-page.tsx',
  ]);
});
