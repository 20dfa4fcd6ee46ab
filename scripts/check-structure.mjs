// What a linter cannot see: which files may stand where. Prints each offence; exit code 1 when there is one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tablesOfOthers, tablesWithoutOwner } from './table-owners.mjs';

const SOURCES = ['contract/src', 'server/src', 'web/src', 'demo', 'testing'];
const SERVER_FEATURE = ['routes', 'service', 'policy', 'repo', 'present', 'realtime', 'feature'];
/** The files of one subject of a feature that has several. */
const SPLIT = ['service', 'repo', 'policy'];
const SPLIT_FILE = new RegExp(`^[a-z]+(-[a-z]+)*-(${SPLIT.join('|')})\\.ts$`);
const WEB_FOLDERS = [
  'app',
  'features',
  'texts',
  'auth',
  'map',
  'live',
  'realtime',
  'ui',
  'lib',
  'service-worker',
];
const DRAWERS = /^(utils?|helpers?|misc|common|shared|index)(\.test)?\.[cm]?[jt]sx?$/;
const DRAWER_FOLDERS = /^(utils?|helpers?|misc|common|shared)$/;
/** Types too: a folder whose types another needs is not below it. */
const IMPORTED_FEATURE = /from '#server\/features\/([a-z-]+)\//g;
const NUMBERED = /^(\d{3})-[a-z0-9]+(-[a-z0-9]+)*\.(sql|md)$/;

/** One sentence an offence, with its path; none for a sound tree. */
export function checkStructure(root) {
  return [
    ...SOURCES.flatMap((folder) => checkNames(root, folder)),
    ...checkServerFeatures(root),
    ...checkFeatureCycles(root),
    ...checkWriters(root, 'server/src', ''),
    ...checkWriters(root, 'demo', 'demo/'),
    ...checkOwners(root),
    ...checkWebFolders(root),
    ...checkNumbers(root, 'server/src/db/migrations', 'sql'),
    ...checkNumbers(root, 'docs/decisions', 'md'),
  ];
}

function checkNames(root, folder) {
  return list(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name === 'node_modules') return [];
      const drawer = DRAWER_FOLDERS.test(entry.name)
        ? [`${path}: a drawer; name the folder after its subject`]
        : [];
      return [...drawer, ...checkNames(root, path)];
    }
    return DRAWERS.test(entry.name) ? [`${path}: a drawer or barrel; name the file after its subject`] : [];
  });
}

function checkServerFeatures(root) {
  const features = 'server/src/features';
  return list(root, features).flatMap((feature) => {
    const path = `${features}/${feature.name}`;
    if (!feature.isDirectory()) return [`${path}: features/ holds one folder a noun, no files`];
    const noun = existsSync(join(root, `contract/src/${feature.name}.ts`))
      ? []
      : [`${path}: no contract/src/${feature.name}.ts; a feature has one noun on both sides`];
    return [...noun, ...list(root, path).flatMap((entry) => checkFeatureFile(path, entry))];
  });
}

function checkFeatureFile(path, entry) {
  const isAllowed = isOneOf(SERVER_FEATURE, entry.name) || SPLIT_FILE.test(entry.name);
  if (entry.isFile() && (entry.name.endsWith('.test.ts') || isAllowed)) return [];
  const names = [...SERVER_FEATURE, ...SPLIT.map((name) => `<subject>-${name}`)].join(', ');
  return [`${path}/${entry.name}: a feature holds ${names} and tests, nothing else`];
}

/** Features import each other in one direction: no folder reaches itself. Tests combine what they like. */
function checkFeatureCycles(root) {
  const features = 'server/src/features';
  const folders = list(root, features).filter((entry) => entry.isDirectory());
  const imports = new Map(
    folders.map(({ name }) => [name, importedFeatures(root, `${features}/${name}`, name)]),
  );
  const done = new Set();
  const problems = [];
  const visit = (name, path) => {
    if (path.includes(name)) {
      const circle = [...path.slice(path.indexOf(name)), name].join(' → ');
      problems.push(`${features}/${name}: features in a circle: ${circle}`);
    } else if (!done.has(name)) {
      for (const next of imports.get(name) ?? []) visit(next, [...path, name]);
      done.add(name);
    }
  };
  for (const name of imports.keys()) visit(name, []);
  return problems;
}

function importedFeatures(root, folder, own) {
  const sources = list(root, folder)
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => readFileSync(join(root, folder, entry.name), 'utf8'));
  const names = sources.flatMap((source) => [...source.matchAll(IMPORTED_FEATURE)].map(([, name]) => name));
  return new Set(names.filter((name) => name !== own));
}

/** Each table is written by its owner alone (table-owners.mjs). Tests arrange what they like. */
function checkWriters(root, folder, prefix) {
  return list(root, folder).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      return entry.name === 'node_modules' ? [] : checkWriters(root, path, `${prefix}${entry.name}/`);
    }
    if (!entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) return [];
    return tablesOfOthers(`${prefix}${entry.name}`, readFileSync(join(root, path), 'utf8')).map(
      ({ table, owner }) => `${path}: writes ${table}, which only ${owner} writes; emit a domain event`,
    );
  });
}

function checkOwners(root) {
  const folder = 'server/src/db/migrations';
  return list(root, folder).flatMap(({ name }) =>
    tablesWithoutOwner(readFileSync(join(root, folder, name), 'utf8')).map(
      (table) => `${folder}/${name}: ${table} has no owner in scripts/table-owners.mjs`,
    ),
  );
}

function checkWebFolders(root) {
  return list(root, 'web/src')
    .filter((entry) => entry.isDirectory() && !WEB_FOLDERS.includes(entry.name))
    .map((entry) => `web/src/${entry.name}: the web has ${WEB_FOLDERS.join(', ')}`);
}

/** Numbers decide an order, so no two files may share one. */
function checkNumbers(root, folder, extension) {
  const names = list(root, folder)
    .map((entry) => entry.name)
    .filter((name) => name.endsWith(`.${extension}`));
  const numbers = names.map((name) => name.slice(0, 3));
  return names.flatMap((name, index) => {
    if (!NUMBERED.test(name)) return [`${folder}/${name}: named NNN-slug.${extension}`];
    return numbers.indexOf(numbers[index]) === index ? [] : [`${folder}/${name}: its number is taken`];
  });
}

function isOneOf(names, file) {
  return names.includes(basename(file, '.ts')) && file.endsWith('.ts');
}

function list(root, folder) {
  const path = join(root, folder);
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkStructure(join(import.meta.dirname, '..'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Every file stands where the architecture wants it.');
}
