import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TESTS = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'demo/**/*.test.ts', 'testing/**/*.test.ts'];
const IMPORTED = /(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm;
/** Where a test gets the database of the run, or asks which one it is. */
const DATABASE = /inject\('testDatabase'\)|\bTEST_DB\b/;

/** As in the packages' own `imports` and `exports`. */
const OWN = [
  [/^#server\/(.*)$/, (path) => `server/src/${path}`],
  [/^#demo\/(.*)$/, (path) => `demo/${path}`],
  [/^@hereabouts\/(server|contract)\/(.*)$/, (name, path) => `${name}/src/${path}.ts`],
  [/^@hereabouts\/(testing|demo)\/(.*)$/, (name, path) => `${name}/${path}.ts`],
];

/** The tests of contract and server that reach no database of the run, by themselves or by what they import. */
export function testsWithoutDatabase(root) {
  const known = new Map();
  /** What a file imports of this repository; null if it asks for the database itself. */
  const importsOf = (file) => {
    if (!known.has(file)) known.set(file, readImports(root, file));
    return known.get(file);
  };
  const reachesDatabase = (test) => {
    const reached = new Set([test]);
    for (const file of reached) {
      const imports = importsOf(file);
      if (imports === null) return true;
      for (const next of imports) reached.add(next);
    }
    return false;
  };
  const tests = globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return tests.filter((test) => !reachesDatabase(test)).toSorted();
}

function readImports(root, file) {
  const text = readFileSync(join(root, file), 'utf8');
  if (DATABASE.test(text)) return null;
  const imports = [...text.matchAll(IMPORTED)].map(([, specifier]) => ownPath(file, specifier));
  return imports.filter((path) => path?.endsWith('.ts') && existsSync(join(root, path)));
}

function ownPath(file, specifier) {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  for (const [pattern, toPath] of OWN) {
    const parts = pattern.exec(specifier);
    if (parts) return toPath(...parts.slice(1));
  }
  return undefined;
}
