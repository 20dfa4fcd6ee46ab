import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeRelease, startCluster, temporaryFolder } from '@hereabouts/testing/cluster';
import { expect, test } from 'vitest';

const from = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);

/** Each process counts its own answers. */
const PROGRAM = `
  import { createServer } from 'node:http';
  import { systemClock } from ${from('../clock.ts')};
  import { counter, createMetrics, gauge } from ${from('../metrics.ts')};
  import { joinMetrics } from ${from('metrics.ts')};
  const metrics = createMetrics();
  counter(metrics, 'answers_total', 'Answers', ['to']).inc({ to: 'nobody' }, 0);
  gauge(metrics, 'process_id', 'Of the system', () => process.pid);
  gauge(metrics, 'nothing', 'Not measured yet', () => NaN);
  const read = joinMetrics(metrics, systemClock);
  const server = createServer(async (_, response) => {
    const text = await read();
    response.writeHead(200, { connection: 'close' }).end(text);
  });
  server.listen(0, '127.0.0.1', () => console.log('at port ' + server.address().port + '.'));
`;

test('OPS-07 any process of a cluster tells the metrics of all of them, and of those that answer while one hangs', async () => {
  const folder = await temporaryFolder();
  await makeRelease(folder, PROGRAM);
  const { said } = startCluster(folder, 2);
  await expect.poll(said, { timeout: 20_000 }).toContain('To restart one after the other');
  const port = /at port (\d+)\./.exec(said())?.[1];
  const read = async () => await (await fetch(`http://127.0.0.1:${port}/`)).text();

  const text = await read();
  expect(text.match(/^# TYPE answers_total counter$/gm)).toHaveLength(1);
  for (const id of [1, 2]) {
    expect(text).toContain(`answers_total{to="nobody",process="${id}"} 0\n`);
    expect(text).toContain(`nothing{process="${id}"} Nan\n`);
  }

  const pid = Number(/^process_id\{process="2"\} (\d+)$/m.exec(text)?.[1]);
  process.kill(pid, 'SIGSTOP');
  try {
    const during = await read();
    expect(during).toContain('process_id{process="1"}');
    expect(during).not.toContain('process="2"');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}, 60_000);
