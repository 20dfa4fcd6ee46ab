import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { userTopic } from '@hereabouts/contract/realtime';
import { startTestApp, type TestApp } from '@hereabouts/testing/app';
import { createTestDatabase } from '@hereabouts/testing/database';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { noteBackup } from './instance/last-backup.ts';

const TOKEN = 'metrics-secret';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ metricsToken: TOKEN });
});
afterAll(() => app.stop());

const metrics = async (of = app) =>
  await (await fetch(`${of.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

test('OPS-07 metrics report sockets by topic, messages, the pool, the bus, jobs, storage and limits', async () => {
  const person = await app.signUp();
  const socket = await app.connect(person);
  await socket.join(userTopic(person.id));
  const text = await metrics();
  expect(valueOf(text, 'realtime_connections')).toBe(1);
  expect(valueOf(text, 'realtime_members{topic="user"}')).toBe(1);
  expect(valueOf(text, 'realtime_members{topic="live"}')).toBe(0);
  expect(valueOf(text, 'realtime_messages_total{direction="in"}')).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'realtime_messages_total{direction="out"}')).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'database_connections{state="open"}')).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'database_waiting')).toBe(0);
  expect(valueOf(text, 'database_lag_seconds')).toBeGreaterThanOrEqual(0);
  expect(valueOf(text, 'bus_connected')).toBe(1);
  expect(valueOf(text, 'storage_failures_total')).toBe(0);
});

test('OPS-07 a refused attempt is counted by its limit, and a failing storage by its calls', async () => {
  const other = await startTestApp({
    metricsToken: TOKEN,
    auth: { ...app.context.config.auth, attemptsPerAccount: 1 },
  });
  try {
    const signIn = () =>
      fetch(`${other.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.org', password: 'wrong' }),
      });
    await signIn();
    expect((await signIn()).status).toBe(429);
    const text = await metrics(other);
    expect(valueOf(text, 'rate_limits_refused_total{policy="sign_in.account_and_address"}')).toBe(1);

    const { config, storage } = other.context;
    await rm(join(config.dataDir, 'uploads'), { recursive: true });
    await expect(storage.put('00.png', Buffer.from('x'))).rejects.toThrow('not available');
    expect(valueOf(await metrics(other), 'storage_failures_total')).toBe(1);
  } finally {
    await other.stop();
  }
});

test('OPS-07 jobs are counted at most once in fifteen seconds, however often the metrics are read', async () => {
  const count = vi.spyOn(app.context.jobs, 'countWaiting');
  app.clock.advance(16_000);
  await metrics();
  await metrics();
  expect(count).toHaveBeenCalledTimes(1);
  app.clock.advance(16_000);
  await metrics();
  expect(count).toHaveBeenCalledTimes(2);
});

test('OPS-07 the age of a snapshot that has never come grows, that of a backup once there is one; and what is free is known', async () => {
  const snapshots = { take: async () => '', lastAtMs: () => null };
  const other = await startTestApp(
    { metricsToken: TOKEN },
    { db: { ...(await createTestDatabase()), snapshots } },
  );
  try {
    other.clock.advance(HOUR_MS);
    const before = await metrics(other);
    expect(valueOf(before, 'snapshot_age_seconds')).toBe(3_600);
    expect(valueOf(before, 'backup_age_seconds')).toBeUndefined();
    expect(valueOf(before, 'data_dir_free_bytes')).toBeGreaterThan(0);
    await noteBackup(other.context.config.dataDir, other);
    other.clock.advance(2 * HOUR_MS);
    const after = await metrics(other);
    expect(valueOf(after, 'snapshot_age_seconds')).toBe(3 * 3_600);
    expect(valueOf(after, 'backup_age_seconds')).toBe(2 * 3_600);
  } finally {
    await other.stop();
  }
});

test('OPS-07 a kind of job has every result from the start, so that a rule can compare them', async () => {
  const text = await metrics();
  for (const result of ['done', 'failed', 'postponed', 'refused', 'expired'])
    expect(valueOf(text, `jobs_total{kind="report_mail",result="${result}"}`)).toBe(0);
});

/** Names of metrics in a Prometheus expression: with an underscore, and no function. */
const namesIn = (expression: string): string[] =>
  expression.replaceAll(/"[^"]*"/g, '').match(/\b[a-z][a-z0-9]*_[a-z0-9_]+\b(?!\()/g) ?? [];

const readOps = (name: string) => readFile(new URL(`../../ops/${name}`, import.meta.url), 'utf8');

async function readRules(): Promise<{ alert: string; expr: string }[]> {
  const { groups } = parse(await readOps('alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  return groups.flatMap(({ rules }) => rules);
}

test('OPS-07 the alert rules are about this job alone, and about kinds of jobs that exist', async () => {
  const known = [...(await metrics()).matchAll(/^jobs_total\{kind="([^"]+)"/gm)].map(([, kind]) => kind);
  const asked: string[] = [];
  for (const { alert, expr } of await readRules()) {
    const foreign = namesIn(expr.replaceAll(/\w+\{job="hereabouts"/g, ''));
    expect({ alert, foreign }).toEqual({ alert, foreign: [] });
    for (const [, kinds = ''] of expr.matchAll(/kind=~"([^"]+)"/g)) asked.push(...kinds.split('|'));
  }
  expect(asked).toContain('report_mail');
  expect(known).toEqual(expect.arrayContaining(asked));
});

test('OPS-07 the dashboard and the alert rules ask for metrics that exist', async () => {
  const dashboard = JSON.parse(await readOps('grafana.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const rules = await readRules();
  const asked = [
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: title, expr }))),
    ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ];
  expect(asked.length).toBeGreaterThan(20);
  const text = await metrics();
  const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name));
  for (const { of, expr } of asked) {
    for (const name of namesIn(expr)) {
      const family = name.replace(/_(bucket|count|sum)$/, '');
      expect({ of, name, exists: known.has(name) || known.has(family) }).toEqual({ of, name, exists: true });
    }
  }
});
