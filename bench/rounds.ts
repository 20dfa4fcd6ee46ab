/** One measurement: figures by name. */
export type Sample = Readonly<Record<string, number>>;
export type Contender<S extends Sample = Sample> = { name: string; measure: () => Promise<S> };

/**
 * Measures everyone once a round, beginning with another one each time: whatever else the machine does meets all alike.
 * One round before the first is thrown away, but where each measurement begins cold anyway (`warmUp: false`).
 */
export async function interleave<S extends Sample>(
  contenders: readonly Contender<S>[],
  rounds: number,
  { warmUp = true } = {},
): Promise<Map<string, S[]>> {
  const samples = new Map<string, S[]>(contenders.map(({ name }) => [name, []]));
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(turn + round + 1) % contenders.length];
      if (!contender) continue;
      const sample = await contender.measure();
      if (round >= 0) samples.get(contender.name)?.push(sample);
    }
  }
  return samples;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** `median (least–most)`. */
export function spread(values: readonly number[], write: (value: number) => string): string {
  return `${write(median(values))} (${write(Math.min(...values))}–${write(Math.max(...values))})`;
}

/** Each round's own ratio, so that a slow moment of the machine stands on both sides. */
export const ratios = (of: readonly number[], to: readonly number[]): number[] =>
  of.map((value, round) => value / (to[round] ?? Number.NaN));

export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
export const decimals =
  (digits: number) =>
  (value: number): string =>
    value.toFixed(digits);

/** Prints a table in Markdown, ready for RESULTS.md. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  console.log([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
  console.log('');
}
