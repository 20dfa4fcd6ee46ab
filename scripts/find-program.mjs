import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const POSTGRES_HOME = '/usr/lib/postgresql';

/** CHROMIUM_PATH, else the first browser found; null when there is none. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) return isExecutable(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : null;
  return findOnPath(CHROMIUM_NAMES, env) ?? CHROMIUM_PATHS.find(isExecutable) ?? null;
}

/** The browser that the tests drive. Without a window the shell takes a fifth less CPU time for each test. */
export function findTestBrowser(env = process.env) {
  const shell = env.CHROMIUM_PATH ? null : findOnPath(['chromium-headless-shell'], env);
  return shell ?? findChromium(env);
}

/** The folder that holds both `initdb` and `postgres`: from PATH, else Debian's newest; null when there is none. */
export function findPostgresBin(env = process.env) {
  const debian = versionFolders().map((version) => join(POSTGRES_HOME, version, 'bin'));
  const folders = [...(env.PATH ?? '').split(delimiter), ...debian];
  return (
    folders.find((folder) =>
      ['initdb', 'postgres'].every((name) => folder && isExecutable(join(folder, name))),
    ) ?? null
  );
}

/** The first of `names` that stands on PATH; null when none does. */
export function findOnPath(names, env = process.env) {
  for (const name of names) {
    for (const folder of (env.PATH ?? '').split(delimiter)) {
      if (folder && isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return null;
}

function versionFolders() {
  try {
    return readdirSync(POSTGRES_HOME).toSorted((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
