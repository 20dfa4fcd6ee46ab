import { startTestApp, type TestApp } from './app.ts';
import { freePort, natsUrl, startNats, stopNats } from './nats.ts';

/** The product in two processes that share database, clock and a NATS server; `stop` ends all of it. */
export async function startTwoProcesses(): Promise<{ here: TestApp; there: TestApp; stop(): Promise<void> }> {
  const port = await freePort();
  const nats = await startNats(port);
  const here = await startTestApp({ natsUrl: natsUrl(port) });
  const there = await startTestApp({ natsUrl: natsUrl(port) }, { beside: here });
  const stop = async () => {
    await there.stop();
    await here.stop();
    await stopNats(nats);
  };
  return { here, there, stop };
}
