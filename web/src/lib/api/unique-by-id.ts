/** Pages that are read one after the other may overlap: what moved or came meanwhile is on two. The first counts. */
export function uniqueById<T extends { id: number | string }>(items: readonly T[]): T[] {
  const seen = new Set<number | string>();
  return items.filter(({ id }) => !seen.has(id) && seen.add(id));
}
