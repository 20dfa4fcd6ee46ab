/* Browsers may deny storage, or have no room left: reads then give null, writes false, and nothing breaks. */

type StorageOf = () => Storage;
const ofBrowser: StorageOf = () => localStorage;
/** For `storageOf`: what ends with the tab. */
export const ofTab: StorageOf = () => sessionStorage;

export function readItem(key: string, storageOf = ofBrowser): string | null {
  try {
    return storageOf().getItem(key);
  } catch {
    return null;
  }
}

export function writeItem(key: string, value: string, storageOf = ofBrowser): boolean {
  try {
    storageOf().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeItem(key: string, storageOf = ofBrowser): void {
  try {
    storageOf().removeItem(key);
  } catch {
    // Nothing is stored where nothing can be.
  }
}

export function keysWith(prefix: string, storageOf = ofBrowser): string[] {
  try {
    return Object.keys(storageOf()).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** The browser's storage itself; null where it is denied. */
export function storageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}
