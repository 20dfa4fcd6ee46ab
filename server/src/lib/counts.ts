import { addTo } from './add-to.ts';

/** Each change is by one, so that finding who has most costs the same however many names there are. */
export function createCounts() {
  const countOf = new Map<string, number>();
  const byCount = new Map<number, Set<string>>();
  let [most, total] = [0, 0];
  const of = (name: string) => countOf.get(name) ?? 0;
  const move = (name: string, from: number, to: number) => {
    const names = byCount.get(from);
    names?.delete(name);
    if (names?.size === 0) byCount.delete(from);
    if (to === 0) return;
    const others = byCount.get(to);
    if (others) others.add(name);
    else byCount.set(to, new Set([name]));
  };
  return {
    of,
    get total() {
      return total;
    },
    change(name: string, by: 1 | -1) {
      const before = of(name);
      addTo(countOf, name, by);
      total += by;
      move(name, before, before + by);
      if (before + by > most) most = before + by;
      else if (before === most && !byCount.has(most)) most -= 1;
    },
    largest(): string | null {
      const [name] = byCount.get(most) ?? [];
      return name ?? null;
    },
  };
}
