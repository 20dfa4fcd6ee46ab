import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { HOUR_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS, type ErrorCode } from '@hereabouts/contract/errors';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { UPLOADS_PAGE_DEFAULT } from '@hereabouts/contract/limits';
import { IMAGE_TEXTS, IMAGE_VARIANTS, type ImageVariant, variantName } from '@hereabouts/contract/uploads';
import * as z from 'zod/mini';
import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { hasSpaceForPictures } from '#server/data-dir.ts';
import type { Queryable } from '#server/db/database.ts';
import { HttpError } from '#server/http/errors.ts';
import { cursorText, cutPage, decodeCursor, type Page } from '#server/http/page-cursor.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { isNewAccount } from '#server/accounts/new-accounts.ts';
import { IMAGE_KINDS } from '#server/images/image-kind.ts';
import {
  encodeImage,
  type EncodeOptions,
  type ImageRefusal,
  inspectImage,
  type SourceImage,
} from '#server/images/process-image.ts';
import { requireFewerRows } from '#server/rate-limits/stored-rows.ts';
import { canStoreMore, UPLOADS_PER_HOUR } from './policy.ts';
import {
  countUploads,
  deleteUpload,
  disownUpload,
  holdOwnUpload,
  holdUploadForEvent,
  insertUpload,
  listUploads,
  UPLOADED_BY,
  type UploadRow,
} from './repo.ts';

const REFUSALS: Record<ImageRefusal, readonly [ErrorCode, string]> = {
  wrong_type: ['unsupported_media', IMAGE_TEXTS.wrongType],
  unreadable: ['unprocessable_image', IMAGE_TEXTS.unreadable],
  too_many_pixels: ['unprocessable_image', IMAGE_TEXTS.tooManyPixels],
  busy: ['unavailable', ERROR_TEXTS.unavailable],
};

/** The picture and its variants. */
export const allKeysOf = (path: string): string[] => [
  path,
  ...(Object.keys(IMAGE_VARIANTS) as ImageVariant[]).map((variant) => variantName(path, variant)),
];

export type StoreOptions = EncodeOptions & {
  /** Throws when the sender's session has ended meanwhile, or nobody waits for the answer any more. */
  requireSender?: () => Promise<void>;
  /** Charges the bytes of a new account. Throws beyond the limit. */
  takeBytes?: (bytes: number) => void;
};

/** By its header (STOR-02). @throws HttpError `unsupported_media`, `unprocessable_image`, `unavailable` */
export async function inspectPicture(bytes: Uint8Array, key?: string): Promise<SourceImage> {
  const source = await inspectImage(bytes, key);
  if (typeof source === 'string') throw new HttpError(...REFUSALS[source]);
  return source;
}

/** Re-encodes a picture and stores it with its variants under a generated name (STOR-01, STOR-02, EVF-07).
 * @throws HttpError `unprocessable_image`, `conflict`, `rate_limited`, `unavailable` */
export async function storePicture(
  ctx: Context,
  viewer: Viewer,
  source: SourceImage,
  { requireSender, takeBytes, ...from }: StoreOptions = {},
): Promise<UploadRow> {
  const perHour = { ownerId: viewer.userId, max: UPLOADS_PER_HOUR, periodMs: HOUR_MS };
  await requireFewerRows(ctx, ctx.db, UPLOADED_BY, perHour);
  if (!canStoreMore(await countUploads(ctx.db, viewer.userId)))
    throw new HttpError('conflict', IMAGE_TEXTS.tooMany);
  const isOnDisk = ctx.config.s3 === null;
  if (isOnDisk && !hasSpaceForPictures(await statfs(ctx.config.dataDir)))
    throw new HttpError(...REFUSALS.busy);
  const picture = await encodeImage(source, from);
  if (typeof picture === 'string') throw new HttpError(...REFUSALS[picture]);
  await requireSender?.();
  const { body, variants } = picture;
  if (takeBytes && (await isNewAccount(ctx, viewer.userId)))
    takeBytes(body.length + variants.card.length + variants.detail.length);

  const { contentType, extension } = IMAGE_KINDS[picture.kind];
  const path = `${randomUUID()}.${extension}`;
  const row: UploadRow = {
    path,
    content_type: contentType,
    width: picture.width,
    height: picture.height,
    created_at: nowIso(ctx),
  };
  // The row first: after a failure the sweep finds every file by it.
  await insertUpload(ctx.db, {
    ...row,
    owner_id: viewer.userId,
    bytes: body.length,
    tint: picture.tint,
  });
  try {
    await ctx.storage.put(variantName(path, 'card'), variants.card);
    await ctx.storage.put(variantName(path, 'detail'), variants.detail);
    await ctx.storage.put(path, body);
    // Again: an account that was deleted meanwhile took with it only the files that were there.
    await requireSender?.();
  } catch (error) {
    // Not awaited: a storage that hangs would hang twice. The sweep deletes the row a day later, and files stored too late.
    await ctx.db.transaction((tx) => disownUpload(tx, path));
    void ctx.storage
      .delete(allKeysOf(path))
      .catch((cause: unknown) =>
        ctx.log.warn({ err: cause, path }, 'could not remove a picture that was not stored whole'),
      );
    throw error;
  }
  return row;
}

/** Holds the viewer's upload until the transaction ends. @throws HttpError `invalid` */
export async function requireOwnImage(tx: Queryable, viewer: Viewer, image: string): Promise<void> {
  if (await holdOwnUpload(tx, image, viewer.userId)) return;
  throw notYourImage();
}

const notYourImage = () =>
  new HttpError('invalid', EVENT_TEXTS.notYourImage, { image: EVENT_TEXTS.notYourImage });

/** As `requireOwnImage`; the present picture of a hosted event is allowed too (HOST-07). @throws HttpError `invalid` */
export async function requireImageForEvent(tx: Queryable, viewer: Viewer, image: string): Promise<void> {
  if (await holdUploadForEvent(tx, image, viewer.userId)) return;
  throw notYourImage();
}

const listKey = z.tuple([z.iso.datetime(), cursorText]);

/** Newest first (STOR-01). */
export async function listOwnUploads(
  ctx: Context,
  viewer: Viewer,
  { limit = UPLOADS_PAGE_DEFAULT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<UploadRow>> {
  const rows = await listUploads(ctx.db, viewer.userId, limit, decodeCursor(listKey, cursor));
  return cutPage(rows, limit, (row) => [row.created_at, row.path]);
}

/** Files before the row, so that a crash leaves a row for the sweep. */
export async function removeUpload(ctx: Context, path: string): Promise<void> {
  await ctx.storage.delete(allKeysOf(path));
  await deleteUpload(ctx.db, path);
}
