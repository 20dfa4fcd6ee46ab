import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@hereabouts/contract/durations';
import { ERROR_TEXTS, type ErrorCode } from '@hereabouts/contract/errors';
import { EVENT_TEXTS } from '@hereabouts/contract/event-texts';
import { UPLOADS_PAGE_DEFAULT } from '@hereabouts/contract/limits';
import { IMAGE_TEXTS, IMAGE_VARIANTS, type ImageVariant, variantName } from '@hereabouts/contract/uploads';
import * as z from 'zod/mini';
import { isoAgo, nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import { hasRoomForPictures } from '#server/data-dir.ts';
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
  tintOfStored,
} from '#server/images/process-image.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import { untilDone } from '#server/jobs/until-done.ts';
import { renameReportedPictures } from '#server/features/reports/service.ts';
import { startInterval } from '#server/async/interval.ts';
import { answerWithin } from '#server/async/timeout.ts';
import { requireFewerRows } from '#server/rate-limits/stored-rows.ts';
import { canStoreMore, REPORTED_KEPT_MAX, UNUSED_KEPT_MS, UPLOADS_PER_HOUR } from './policy.ts';
import {
  countUploads,
  deleteUpload,
  disownUpload,
  findReportedUpload,
  holdOwnUpload,
  holdUploadForEvent,
  insertUpload,
  isShownByEvent,
  listOldUploads,
  listUntinted,
  listUploads,
  setTint,
  takeFromOwner,
  UPLOADED_BY,
  type UploadRow,
} from './repo.ts';

const SWEEP_EVERY_MS = HOUR_MS;
const SWEPT_PER_BATCH = 500;
const COPY_MAX_MS = 30 * SECOND_MS;
const TINT_EVERY_MS = 10 * MINUTE_MS;
const TINTED_PER_BATCH = 100;

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
  if (isOnDisk && !hasRoomForPictures(await statfs(ctx.config.dataDir)))
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

/** Safe with concurrent users and processes: a user of a picture holds its row; one without an owner cannot be chosen. */
export async function sweepUploads(ctx: Context): Promise<number> {
  const before = isoAgo(ctx, UNUSED_KEPT_MS);
  let swept = 0;
  for (let after = ''; ;) {
    const batch = await listOldUploads(ctx.db, { after, before, limit: SWEPT_PER_BATCH });
    for (const { path, unused } of batch) {
      if (unused && (await sweepUpload(ctx, path))) swept += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < SWEPT_PER_BATCH) return swept;
    after = last.path;
  }
}

/** False if in use by now, or on a failure: the next sweep tries again. */
async function sweepUpload(ctx: Context, path: string): Promise<boolean> {
  try {
    // First, so that a failure leaves everything as it is; an unused copy is swept a day later.
    const copy = await copyReported(ctx, path);
    const isDisowned = await ctx.db.transaction(async (tx) => {
      if (!(await disownUpload(tx, path))) return false;
      await renameReportedPictures(tx, [path], copy);
      return true;
    });
    if (isDisowned) await removeUpload(ctx, path);
    return isDisowned;
  } catch (error) {
    ctx.log.error({ err: error, path }, 'could not remove a picture that nobody shows');
    return false;
  }
}

/** For the operator, while a report names it: under another address, as its owner could see that the old one stays. Null if it is
 * not to be kept. */
async function copyReported(ctx: Context, path: string): Promise<string | null> {
  const reported = await findReportedUpload(ctx.db, path, REPORTED_KEPT_MAX);
  const file = reported === undefined ? null : await ctx.storage.get(path);
  if (reported === undefined || file === null) return null;
  const tooLong = () => new Error('The picture took too long to read');
  const body = await answerWithin(ctx.clock, COPY_MAX_MS, buffer(file.body), tooLong);
  const copy = `${randomUUID()}${path.slice(path.lastIndexOf('.'))}`;
  await insertUpload(ctx.db, { ...reported, path: copy, owner_id: null, created_at: nowIso(ctx) });
  await ctx.storage.put(copy, body);
  return copy;
}

const removedPicture = jobKind<{ path: string }>('removed_picture');
const REMOVED_TRIED_MS = 7 * DAY_MS;
/** After so long it is the next picture's turn. The last batch (5 s for a connection, 10 s transaction, 1 s pause) ends before
 * the job is tried again, at 20 s. */
const SLICE_MS = 3 * SECOND_MS;

/** In the transaction that deletes an account: events of others show the default picture instead (HOST-07). */
export async function removeUploads(
  { jobs, clock }: Pick<Context, 'jobs' | 'clock'>,
  tx: Queryable,
  paths: readonly string[],
): Promise<void> {
  const expiresAtMs = clock.now() + REMOVED_TRIED_MS;
  const asked = paths.map((path) => ({ payload: { path }, key: path, expiresAtMs }));
  await renameReportedPictures(tx, paths, null);
  await jobs.enqueueMany(tx, removedPicture, asked);
}

/** In batches: nothing limits how many events show a picture. */
async function removeFromEverywhere(ctx: Context, path: string): Promise<void> {
  const untilMs = ctx.clock.now() + SLICE_MS;
  // First, so that nobody gets the picture any more (OPS-12). A failure is met again with the row.
  await ctx.storage.delete(allKeysOf(path)).catch(() => {});
  await untilDone(ctx, untilMs, async () => {
    const removal = { path, now: nowIso(ctx) };
    await ctx.change((tx, after) => ctx.emit(tx, after, 'picture_removed', removal));
    return { isLast: !(await isShownByEvent(ctx.db, path)) };
  });
  await removeUpload(ctx, path);
}

/** For the operator (OPS-12): the default takes its place, and its files are deleted, repeatedly while the storage fails.
 * `within` runs in the same transaction. Null for a missing picture. */
export async function removePicture(
  ctx: Context,
  path: string,
  within: (tx: Queryable, ownerId: string | null) => Promise<void>,
): Promise<{ ownerId: string | null } | null> {
  // A transaction of its own: from then on nobody can choose it, and events are locked before pictures.
  const taken = await ctx.db.transaction((tx) => takeFromOwner(tx, path));
  if (taken === undefined) return null;
  await ctx.change(async (tx, after) => {
    await within(tx, taken.owner_id);
    await renameReportedPictures(tx, [path], null);
    await ctx.emit(tx, after, 'picture_removed', { path, now: nowIso(ctx) });
    await ctx.jobs.enqueue(tx, removedPicture, { path }, { key: path });
  });
  return { ownerId: taken.owner_id };
}

/** Takes pictures that the operator has removed off everything that shows them, then deletes them. */
export const handleRemovedPictures = (ctx: Context): void =>
  ctx.jobs.handle(removedPicture, ({ path }) => removeFromEverywhere(ctx, path), {
    waitMs: SECOND_MS,
    isOfCommands: true,
  });

/** Files before the row, so that a crash leaves a row for the sweep. */
async function removeUpload(ctx: Context, path: string): Promise<void> {
  await ctx.storage.delete(allKeysOf(path));
  await deleteUpload(ctx.db, path);
}

/** The result waits for a running sweep. */
export function startUploadSweep(ctx: Context): () => Promise<void> {
  const work = async () => {
    const swept = await sweepUploads(ctx);
    if (swept > 0) ctx.log.info({ swept }, 'removed pictures that nobody shows');
  };
  return startInterval(ctx, { everyMs: SWEEP_EVERY_MS, failure: 'could not sweep the uploads', work });
}

/** Computes the tints of pictures that were stored without; returns the count. What cannot be read now is tried again. */
export async function tintPictures(ctx: Context): Promise<number> {
  let tinted = 0;
  for (let after = ''; ;) {
    const batch = await listUntinted(ctx.db, { after, limit: TINTED_PER_BATCH });
    for (const { path } of batch) {
      const file = await ctx.storage.get(path);
      const tint = file && (await tintOfStored(await buffer(file.body)));
      if (!tint) continue;
      await setTint(ctx.db, path, tint);
      tinted += 1;
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < TINTED_PER_BATCH) return tinted;
    after = last.path;
  }
}

export function startTinting(ctx: Context): () => Promise<void> {
  const work = () => tintPictures(ctx);
  return startInterval(ctx, { everyMs: TINT_EVERY_MS, failure: 'could not compute tints', work });
}
