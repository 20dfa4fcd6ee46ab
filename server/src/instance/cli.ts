import { createPrivateFiles } from '#server/data-dir.ts';
import type { Clock } from '#server/clock.ts';
import { createLog } from '#server/log.ts';
import type { Progress } from './progress.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Also where the output goes to a file. */
export const warn = (line: string): void => void process.stderr.write(`${line}\n`);

export function warnOfLeftOut(names: readonly string[]): void {
  if (names.length === 0) return;
  warn(
    `WARNING: tables and sequences left out, because the migrations do not make them: ${names.join(', ')}`,
  );
}

export const cliLog = () => createLog('warn', { write: (line: string) => void process.stderr.write(line) });

const PROGRESS_EVERY_MS = 3_000;

export function showProgress({ clock }: { clock: Clock }): Progress {
  let printedMs = clock.now();
  return (name, rows) => {
    if (clock.now() - printedMs < PROGRESS_EVERY_MS) return;
    printedMs = clock.now();
    process.stderr.write(`${name}: ${rows} rows …\n`);
  };
}

export async function runProgram(work: (args: string[]) => Promise<void>): Promise<void> {
  createPrivateFiles();
  try {
    await work(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

export type Row = readonly (string | number)[];

export function table(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  const cell = (value: string | number, at: number) =>
    at === 0 ? String(value).padEnd(widths[at] ?? 0) : String(value).padStart(widths[at] ?? 0);
  return rows.map((row) => `  ${row.map(cell).join('  ')}`).join('\n');
}
