import { removeMessage } from '#server/features/chat/service.ts';
import { removeEvent } from '#server/features/events/service.ts';
import { findReport } from '#server/features/reports/service.ts';
import { removePicture } from '#server/features/uploads/service.ts';
import { done, logAction, NO_WHY, recorded, refused, type CommandResult, type Running } from './command.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Tells the number of a report from that of an event. */
const REPORT = /^report:(\d{1,15})$/;

type Named<Id> = { id: Id; reportId: number | null };

/** By its id, or `report:NUMBER`. */
export async function removeMessageOf(running: Running, idOrReport: string): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const named = await nameMessage(running, idOrReport);
  if (named === null) return refused('There is no such message, and no report of one with this number.');
  const action = 'messages remove';
  const removed = await removeMessage(running.ctx, named.id, (tx, { id, event_id, user_id }) =>
    recorded(running, action, { message_id: id, event_id, user_id, report_id: named.reportId })(tx),
  );
  if (removed === null) return refused('There is no such message, or it is removed already.');
  logAction(running, action, removed.user_id ?? undefined);
  return done(`Removed: message ${removed.id} of event ${removed.event_id}.`);
}

async function nameMessage({ ctx }: Running, idOrReport: string): Promise<Named<string> | null> {
  if (UUID.test(idOrReport)) return { id: idOrReport, reportId: null };
  const reportId = reportNumber(idOrReport);
  const report = reportId === null ? undefined : await findReport(ctx, reportId);
  return report?.message_id == null ? null : { id: report.message_id, reportId };
}

/** By the number of an event, or `report:NUMBER`. */
export async function removeEventOf(running: Running, idOrReport: string): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const named = await nameEvent(running, idOrReport);
  const action = 'events remove';
  const removed =
    named === null
      ? null
      : await removeEvent(running.ctx, named.id, (tx, { created_by }) =>
          recorded(running, action, { event_id: named.id, user_id: created_by, report_id: named.reportId })(
            tx,
          ),
        );
  if (named === null || removed === null) return refused('There is no such event.');
  logAction(running, action, removed.created_by);
  const picture =
    removed.image === null
      ? ''
      : `\nIts picture is still its creator's. To delete that: pictures remove ${removed.image}`;
  return done(`Removed: event ${named.id} of ${removed.created_by}.${picture}`);
}

async function nameEvent({ ctx }: Running, idOrReport: string): Promise<Named<number> | null> {
  const number = reportNumber(idOrReport);
  if (number === null) {
    const id = Number(idOrReport);
    return Number.isSafeInteger(id) && id > 0 ? { id, reportId: null } : null;
  }
  const report = await findReport(ctx, number);
  return report?.event_id == null ? null : { id: report.event_id, reportId: number };
}

/** By its path or address, or `report:NUMBER`: the picture of the reported person or event. */
export async function removePictureOf(running: Running, pathOrReport: string): Promise<CommandResult> {
  if (running.why === '') return NO_WHY;
  const number = reportNumber(pathOrReport);
  const path =
    number === null
      ? pathOrReport.replace(/^.*\//, '')
      : ((await findReport(running.ctx, number))?.picture ?? null);
  const action = 'pictures remove';
  const removed =
    path === null
      ? null
      : await removePicture(running.ctx, path, (tx, ownerId) =>
          recorded(running, action, { upload_path: path, user_id: ownerId, report_id: number })(tx),
        );
  if (path === null || removed === null) return refused('There is no such picture.');
  logAction(running, action, removed.ownerId ?? undefined);
  return done(`Removed: picture ${path}.`);
}

function reportNumber(text: string): number | null {
  const number = REPORT.exec(text)?.[1];
  return number === undefined ? null : Number(number);
}
