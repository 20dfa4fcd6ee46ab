import cluster, { type Worker } from 'node:cluster';
import { SECOND_MS } from '@hereabouts/contract/durations';
import { AggregatorRegistry } from 'prom-client';
import { nullAfter } from '#server/async/timeout.ts';
import type { Clock } from '#server/clock.ts';
import type { Metrics } from '#server/metrics.ts';

/** A process that hangs does not keep the others from being seen. */
const GATHER_MS = 2 * SECOND_MS;
/** The process that supervises may be of a release that gathers nothing. */
const ANSWER_MS = 3 * SECOND_MS;

type Values = Awaited<ReturnType<Metrics['getMetricsAsJSON']>>;
type Message =
  | { metrics: 'wanted' | 'asked'; id: number }
  | { metrics: 'told'; id: number; values: Values }
  | { metrics: 'gathered'; id: number; text: string };

type Peer = { send(message: object, sent: () => void): unknown };

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message;

/** A process that has ended is not told. */
const send = (to: Peer, message: Message): void => void to.send(message, () => {});

/** A process that waits for the answer goes on without it. */
const unanswered = (): void => {};

/** In the supervising process: sends the metrics of all processes to a process that asks. The label `process` keeps their values
 * apart: a sum would fall when a process ends, which looks like a counter that was reset. */
export function gatherMetrics(clock: Clock): void {
  const rounds = new Map<number, (worker: Worker, values: Values) => void>();
  let last = 0;
  const gather = async (): Promise<string> => {
    const asked = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    const told: Values[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    last += 1;
    const id = last;
    rounds.set(id, (worker, values) => {
      told.push(labelled(values, String(worker.id)));
      if (told.length === asked.length) resolve();
    });
    for (const worker of asked) send(worker, { metrics: 'asked', id });
    await nullAfter(clock, GATHER_MS, promise);
    rounds.delete(id);
    return await AggregatorRegistry.aggregate(told).metrics();
  };
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message)) return;
    const { id } = message;
    if (message.metrics === 'told') rounds.get(id)?.(worker, message.values);
    if (message.metrics === 'wanted')
      gather().then((text) => send(worker, { metrics: 'gathered', id, text }), unanswered);
  });
}

/** No two have the same labels then: whatever aggregates them changes nothing. */
const labelled = (values: Values, process: string): Values =>
  values.map((metric) => ({
    ...metric,
    aggregator: 'first' as const,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process } })),
  }));

/** In one of the others: reads the metrics of all, or its own where the answer does not come. */
export function joinMetrics(own: Metrics, clock: Clock): () => Promise<string> {
  const supervisor: Peer = { send: (message, sent) => process.send?.(message, sent) };
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return;
    const { id } = message;
    if (message.metrics === 'gathered') waiting.get(id)?.(message.text);
    if (message.metrics === 'asked')
      own.getMetricsAsJSON().then((values) => send(supervisor, { metrics: 'told', id, values }), unanswered);
  });
  return async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    last += 1;
    const id = last;
    waiting.set(id, resolve);
    send(supervisor, { metrics: 'wanted', id });
    const text = await nullAfter(clock, ANSWER_MS, promise);
    waiting.delete(id);
    return text ?? (await own.metrics());
  };
}
