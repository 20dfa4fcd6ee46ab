import { rename, rm } from 'node:fs/promises';

/** `write` writes `temporary`, which then gets its name: nobody reads a part of the file, and a failure leaves none. */
export async function writeWhole<T>(path: string, temporary: string, write: () => Promise<T>): Promise<T> {
  try {
    const result = await write();
    await rename(temporary, path);
    return result;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
