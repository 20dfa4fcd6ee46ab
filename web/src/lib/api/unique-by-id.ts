/** Consecutive pages may overlap; the first occurrence counts. */
export function uniqueById<T extends { id: number | string }>(items: readonly T[]): T[] {
  const seen = new Set<number | string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}
