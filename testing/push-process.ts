import { createApp } from '@hereabouts/server/app';
import { readConfig } from '@hereabouts/server/config';

/** The product as `npm start` runs it, for a push service of the test's own at `TEST_PUSH_ORIGIN`. Names are not looked
 * up. */
const trustedOrigin = process.env.TEST_PUSH_ORIGIN ?? null;
const lookup = () => {
  throw new Error('Nothing is looked up');
};
const app = await createApp(readConfig(), { pushNetwork: { lookup, trustedOrigin } });
process.stdout.write(`Hereabouts is at ${await app.start()}\n`);
process.once('SIGTERM', () => void app.stop());
