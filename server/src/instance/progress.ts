import type { RowSource } from '#server/db/transfer/read-database.ts';

/** Called after each batch of rows. */
export type Progress = (table: string, rows: number) => void;

export const withProgress = (source: RowSource, progress: Progress = () => {}): RowSource => ({
  ...source,
  async *batches() {
    const counts = new Map<string, number>();
    for await (const batch of source.batches()) {
      yield batch;
      const rows = (counts.get(batch.table) ?? 0) + batch.lines.length;
      counts.set(batch.table, rows);
      progress(batch.table, rows);
    }
  },
});
