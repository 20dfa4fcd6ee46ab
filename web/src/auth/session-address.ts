import { SESSION_STORAGE_KEY } from '@hereabouts/contract/auth';
import { readItem } from '#web/lib/storage/safe-storage.ts';

/** What the person of the stored session signs in with; empty where it is not known. */
export function readSessionAddress(): string {
  try {
    const { user } = JSON.parse(readItem(SESSION_STORAGE_KEY) ?? '{}') as {
      user?: { email?: string; phone?: string };
    };
    return user?.email || user?.phone || '';
  } catch {
    return '';
  }
}
