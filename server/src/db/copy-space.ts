import { hasSpaceForCopy, LEFT_BY_COPIES_BYTES, type Disk } from '#server/data-dir.ts';

/** The database may grow during the copy. */
const GROWTH = 1.2;
const ASK_EVERY_BYTES = 4 * 1024 * 1024;
const MB = 1024 * 1024;

const noSpace = (what: string): Error =>
  new Error(
    `There is no room in DATA_DIR for ${what}: ${LEFT_BY_COPIES_BYTES / MB} MB are left to what people do. ` +
      'Free some, for example old files in backups/ and snapshots/',
  );

type Sizes = { bytes: number; freedBytes?: number };

export const hasSpaceFor = async (disk: Disk, { bytes, freedBytes = 0 }: Sizes): Promise<boolean> =>
  hasSpaceForCopy(await disk(), bytes * GROWTH - freedBytes);

export async function requireSpace(disk: Disk, sizes: Sizes, what: string): Promise<void> {
  if (!(await hasSpaceFor(disk, sizes))) throw noSpace(`${what} of ${Math.ceil(sizes.bytes / MB)} MB`);
}

/** Stops when space gets short, because others fill the disk too. @throws Error */
export const stopWithoutSpace = (disk: Disk, what: string) =>
  async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unasked = ASK_EVERY_BYTES;
    for await (const part of parts) {
      unasked += part.length;
      if (unasked >= ASK_EVERY_BYTES) {
        if (!hasSpaceForCopy(await disk(), 0)) throw noSpace(what);
        unasked = 0;
      }
      yield part;
    }
  };
