import { createHash } from 'node:crypto';

/** A person's pages and events have the same friends: equal ids share one set, as long as somebody keeps it. */
export function createIdSets(): (ids: readonly string[]) => ReadonlySet<string> {
  const kept = new Map<string, WeakRef<ReadonlySet<string>>>();
  const forgotten = new FinalizationRegistry<string>((key) => {
    if (kept.get(key)?.deref() === undefined) kept.delete(key);
  });
  return (ids) => {
    const key = createHash('sha256').update(ids.toSorted().join()).digest('base64');
    const known = kept.get(key)?.deref();
    if (known !== undefined) return known;
    const set: ReadonlySet<string> = new Set(ids);
    kept.set(key, new WeakRef(set));
    forgotten.register(set, key);
    return set;
  };
}
