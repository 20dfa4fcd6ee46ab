import * as z from 'zod/mini';

/** A tar of schema, rows, sequences and sums, files, notes, and what it should hold: without the last it was cut off. */
export const FORMAT = 2;
/** Has its notes in the end. */
const FIRST_FORMAT = 1;

/** Names of entries; with a slash, what the names of many begin with. */
export const ENTRIES = {
  head: 'hereabouts.json',
  rows: 'rows/',
  database: 'database.json',
  files: 'files/',
  notes: 'notes/',
  end: 'contents.json',
} as const;

export const headSchema = z.object({
  format: z.literal([FIRST_FORMAT, FORMAT]),
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
const total = z.object({ rows: z.number(), checksum: z.string() });
export const databaseSchema = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  totals: z.record(z.string(), total),
});
export const linesSchema = z.array(z.string());
export const endSchema = z.object({
  files: total,
  missing: z.number(),
  notes: z.union([linesSchema, total]),
});

export type ArchiveHead = z.infer<typeof headSchema>;
export type ArchiveDatabase = z.infer<typeof databaseSchema>;
export type ArchiveContents = z.infer<typeof endSchema>;
