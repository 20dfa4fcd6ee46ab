// The product for phones in the same network, over HTTPS: npm run phone [-- --demo]
import { readConfig } from '@hereabouts/server/config';
import { createPrivateFiles } from '@hereabouts/server/data-dir';
import { companyText, walkAbout } from '#demo/simulator/company.ts';
import { DEMO_PASSWORD, EMAIL_DOMAIN, MAIN_KEY } from '#demo/people/people.ts';
import { prepareDemo } from '#demo/fill/prepare.ts';
import { AUTHORITY_PATH, createPhoneServer } from '#demo/phone/phone.ts';
import { stopOnSignal } from '@hereabouts/server/stop-on-signal';
import { encodeQR } from 'qr';

const demo = process.argv.includes('--demo');

/** Light on dark whatever the terminal's colours are: not every reader takes an inverted code. */
function qrCode(text: string): string {
  const code = encodeQR(text, 'ascii', { ecc: 'low', border: 2 }).trimEnd();
  if (!process.stdout.isTTY) return code;
  return code.replaceAll(/^.+$/gm, (line) => `\u{1b}[97;40m${line}\u{1b}[0m`);
}

const say = (text: string) => process.stdout.write(`${text}\n`);

createPrivateFiles();
try {
  const config = readConfig({
    ...process.env,
    HOST: process.env['HOST'] ?? '0.0.0.0',
    PORT: process.env['PORT'] ?? '3443',
    ...(demo && { DATA_DIR: process.env['DATA_DIR'] ?? 'data/demo' }),
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  });
  const phone = await createPhoneServer(config);
  if (demo) await prepareDemo(phone.app.context, (what) => say(`  ${what} …`));
  const { origins, local } = await phone.start();
  stopOnSignal(phone.app);
  const [origin = '', ...others] = origins;
  say(
    [
      '',
      qrCode(origin),
      '',
      `Hereabouts is at ${origin}`,
      ...others.map((other) => `              or ${other}`),
      ...(demo ? ['', `Sign in as ${MAIN_KEY}@${EMAIL_DOMAIN}, password ${DEMO_PASSWORD}`] : []),
      '',
      'The phone must be in the same network. Its browser warns that the connection is not private, because no',
      'authority it knows made the certificate, this computer did: choose "Advanced" or "Show details", then go on.',
      `No warning, and on an iPhone all live parts: open ${origin}${AUTHORITY_PATH} there, install`,
      'it and trust it (iPhone: Settings, General, About, Certificate Trust Settings). It vouches for this network only.',
      '',
      `Kept in ${config.dataDir}. Ctrl-C stops it.`,
    ].join('\n'),
  );
  if (demo) process.stdout.write(companyText(await walkAbout(phone.app.context, local, Math.random)));
} catch (error) {
  process.stderr.write(
    `Hereabouts could not start. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
