import { pageMeta } from '#web/lib/page-meta.ts';

const KEY = 'hereabouts.epoch';

/** The page's epoch if this browser keeps things of another one; otherwise null, also without storage. Source: OPS-11. */
export function changedEpoch(epoch = pageMeta('epoch')): string | null {
  try {
    const known = localStorage.getItem(KEY);
    if (epoch === '' || known === epoch) return null;
    if (known !== null) return epoch;
    setEpoch(epoch);
  } catch {
    // Nothing was kept.
  }
  return null;
}

export const setEpoch = (epoch: string): void => localStorage.setItem(KEY, epoch);
