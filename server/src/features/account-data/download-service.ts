import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/http/errors.ts';
import type { Viewer } from '#server/http/viewer.ts';
import * as download from './download-repo.ts';

/** In memory at once, at most some 16 kB each. */
const PIECE_ITEMS = 50;

/** Without credentials (SAFE-03); in batches, to bound memory. @throws HttpError `not_found` for an account just deleted */
export async function readOwnData(ctx: Context, viewer: Viewer): Promise<AsyncIterable<string>> {
  const account = await download.readAccount(ctx.db, viewer.userId);
  if (account === undefined) throw notFound();
  return writeData(ctx, viewer.userId, account);
}

async function* writeData(ctx: Context, userId: string, account: string): AsyncGenerator<string> {
  yield `{"format":"hereabouts-data","version":1,"created_at":${JSON.stringify(nowIso(ctx))},\n"account":${account}`;
  for (const section of download.SECTIONS) {
    yield `,\n${JSON.stringify(section.name)}:[`;
    let after: readonly unknown[] | null = null;
    do {
      const pieces: Awaited<ReturnType<typeof download.readSection>> = await download.readSection(
        ctx.db,
        section,
        {
          userId,
          after,
          limit: PIECE_ITEMS,
        },
      );
      if (pieces.length > 0) {
        yield (after === null ? '\n' : ',\n') + pieces.map(({ item }) => item).join(',\n');
      }
      after = pieces.length < PIECE_ITEMS ? null : (pieces.at(-1)?.place ?? null);
    } while (after !== null);
    yield ']';
  }
  yield '}\n';
}
