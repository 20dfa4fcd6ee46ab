// A lively instance to look around in: filled once, kept in DATA_DIR (./data/demo unless told), always about today.
import { createApp } from '@hereabouts/server/app';
import { readConfig } from '@hereabouts/server/config';
import { createPrivateFiles } from '@hereabouts/server/data-dir';
import { companyText, walkAbout } from '#demo/simulator/company.ts';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY } from '#demo/people/people.ts';
import { prepareDemo } from '#demo/fill/prepare.ts';
import { stopOnSignal } from '@hereabouts/server/stop-on-signal';

/** Two to sign in as, in two browsers: they are friends and meet at the same events. */
const SIGN_INS = [MAIN_KEY, 'tome'];

const say = (text: string) => process.stdout.write(`${text}\n`);

createPrivateFiles();
try {
  const config = readConfig({
    ...process.env,
    DATA_DIR: process.env['DATA_DIR'] ?? 'data/demo',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  });
  const app = await createApp(config);
  const prepared = await prepareDemo(app.context, (what) => say(`  ${what} …`));
  if (prepared === 'refreshed') say('The events have been moved to today.');
  const origin = await app.start();
  stopOnSignal(app);
  say(
    [
      '',
      `Hereabouts is at ${config.publicUrl ?? origin}`,
      '',
      ...SIGN_INS.map(
        (key, index) => `  ${index === 0 ? 'Sign in as' : '        or'}  ${key}@${EMAIL_DOMAIN}`,
      ),
      `    password  ${DEMO_PASSWORD} (everybody has the same)`,
      '',
      `Kept in ${config.dataDir}. Ctrl-C stops it.`,
    ].join('\n'),
  );
  process.stdout.write(companyText(await walkAbout(app.context, { url: origin }, Math.random)));
} catch (error) {
  process.stderr.write(
    `The demo could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
