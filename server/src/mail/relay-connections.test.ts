import { createFakeClock } from '@hereabouts/testing/fake-clock';
import { expect, test } from 'vitest';
import { JobLaterError } from '#server/jobs/job.ts';
import { createRelayConnections } from './relay-connections.ts';

const REFUSED = new Error('421 too many connections');

/** A mail server that takes `taken()` mails at a time and answers none until `end`. */
function startRelay(taken: () => number) {
  const clock = createFakeClock();
  const connections = createRelayConnections(120, clock, (error) => error === REFUSED);
  const ends: (() => void)[] = [];
  let open = 0;
  const send = async () => {
    if (open >= taken()) throw REFUSED;
    open += 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    open -= 1;
  };
  const sent = (count: number) =>
    Promise.allSettled(Array.from({ length: count }, () => connections.use(send)));
  const end = () => {
    for (const one of ends.splice(0)) one();
  };
  return { clock, connections, sent, end, use: (work: () => Promise<void>) => connections.use(work) };
}

const reasonsOf = (results: PromiseSettledResult<unknown>[]) =>
  results
    .filter(({ status }) => status === 'rejected')
    .map((result) => (result as PromiseRejectedResult).reason);

test('OPS-05 as many mails are sent at a time as the mail server takes, and those it refuses wait half a second', async () => {
  const { clock, connections, sent, end } = startRelay(() => 50);
  const burst = sent(120);
  await expect.poll(() => connections.max).toBe(50);
  const more = await sent(3);
  end();
  const reasons = [...reasonsOf(await burst), ...reasonsOf(more)];
  expect(reasons).toHaveLength(73);
  for (const reason of reasons) {
    expect(reason).toBeInstanceOf(JobLaterError);
    expect((reason as JobLaterError).atMs).toBe(clock.now() + 500);
  }
});

test('OPS-05 one more connection is tried every ten seconds while all are in use', async () => {
  let taken = 20;
  const { clock, connections, sent, end } = startRelay(() => taken);
  for (let times = 0; times < 2; times += 1) {
    const all = sent(40);
    end();
    await all;
  }
  expect(connections.max).toBe(20);
  taken = 30;
  for (const max of [21, 22]) {
    clock.advance(10_000);
    const all = sent(40);
    end();
    await all;
    expect(connections.max).toBe(max);
  }
});

test('OPS-05 a mail server that is away is an error of the mail', async () => {
  const { connections, use } = startRelay(() => 0);
  await expect(use(() => Promise.reject(REFUSED))).rejects.toBe(REFUSED);
  expect(connections.max).toBe(120);
});
