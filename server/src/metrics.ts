import { Counter, Gauge, Registry } from 'prom-client';

/** At `/metrics` (OPS-07). */
export type Metrics = Registry;

export const createMetrics = (): Metrics => new Registry();

export const counter = <Label extends string>(
  metrics: Metrics,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> => new Counter({ name, help, labelNames, registers: [metrics] });

/** Null, or a failure: no value now. */
export function gauge(
  metrics: Metrics,
  name: string,
  help: string,
  read: () => number | null | Promise<number | null>,
): void {
  const metric = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      const value = await Promise.resolve(read()).catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
  metrics.registerMetric(metric);
}

type Labelled<Label extends string> = { name: string; help: string; label: Label };
type Values = Iterable<readonly [label: string, value: number]>;

/** For counts too frequent for a `counter`. */
export function counters<Label extends string>(
  metrics: Metrics,
  { name, help, label }: Labelled<Label>,
  read: () => Values,
): void {
  const metric = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [],
    collect() {
      this.reset();
      for (const [value, count] of read()) this.inc({ [label]: value } as Record<Label, string>, count);
    },
  });
  metrics.registerMetric(metric);
}

/** A failure leaves them out. */
export function gauges<Label extends string>(
  metrics: Metrics,
  { name, help, label }: Labelled<Label>,
  read: () => Values | Promise<Values>,
): void {
  const metric = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      this.reset();
      for (const [value, number] of await Promise.resolve(read()).catch(() => [])) {
        this.set({ [label]: value } as Record<Label, string>, number);
      }
    },
  });
  metrics.registerMetric(metric);
}
