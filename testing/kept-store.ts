type Key = readonly unknown[];

/** What is kept on a device, in memory; each release has a store in it (`KeptStore`). */
export function createKeptStores<Entry extends { key: Key }>() {
  const entries = new Map<string, Entry>();
  const nameFor = (key: Key, release = 'r1') => `${JSON.stringify(key)} ${release}`;
  const storeOf = (release: string) => ({
    get: async (key: Key) => structuredClone(entries.get(nameFor(key, release)) ?? null),
    all: async () => [...entries].map(([name, entry]) => ({ ...entry, name })),
    set: async (kept: readonly Entry[]) => {
      for (const entry of kept) entries.set(nameFor(entry.key, release), structuredClone(entry));
    },
    setSeen: async (key: Key, seenAtMs: number) => {
      const entry = entries.get(nameFor(key, release));
      if (entry) entries.set(nameFor(key, release), { ...entry, seenAtMs });
    },
    remove: async (names: readonly string[]) => {
      for (const name of names) entries.delete(name);
    },
    clear: async () => entries.clear(),
    nameOf: (key: Key) => nameFor(key, release),
  });
  return { entries, nameFor, storeOf };
}
