import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Instance } from './instance.ts';
import { send } from './wire.ts';

export type Flood = {
  kind: 'joins' | 'edits' | 'pipelines';
  port: number;
  lastsMs: number;
  /** Of pipelines: repeated in one write. */
  request?: string;
  attackers: { token: string; edits?: { path: string; body: unknown }[] }[];
};

/** How long another person waited while the flood lasted, ms; a refused request counts as endless. */
export type Waits = { sent: number; medianMs: number; worstMs: number };

/** Runs the flood in a process of its own, and meanwhile opens the home page as this person, time after time. */
export async function measureDuring(instance: Instance, flood: Flood, token: string): Promise<Waits> {
  const child = fork(join(import.meta.dirname, 'flood-child.ts'));
  const counted = once(child, 'message');
  child.send(flood);
  const waits: number[] = [];
  while (child.connected) {
    const startedMs = performance.now();
    const { status } = await send(instance, '/api/home', { token });
    waits.push(status === 200 ? performance.now() - startedMs : Infinity);
  }
  const [sent] = (await counted) as [number];
  waits.sort((a, b) => a - b);
  return {
    sent,
    medianMs: Math.round(waits[waits.length >> 1] ?? Infinity),
    worstMs: Math.round(waits.at(-1) ?? Infinity),
  };
}
