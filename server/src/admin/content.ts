import { removeByOperator } from '#server/features/chat/removal-service.ts';
import { removeEvent } from '#server/features/events/removal-service.ts';
import type { ReportKind } from '#server/db/moderation-schema.ts';
import { findReport, type ReportRow } from '#server/features/reports/service.ts';
import { removePicture } from '#server/features/uploads/removal-service.ts';
import { done, logAction, recorded, refused, type CommandResult, type Running } from './command.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REPORT = /^report:(\d{1,15})$/;

type Target<Id> = { id: Id; reportId: number | null };

/** `idOrReport`: an id, or `report:NUMBER`. */
export async function removeMessageOf(running: Running, idOrReport: string): Promise<CommandResult> {
  const target = await findTarget(running, idOrReport, {
    kinds: ['message'],
    idOf: (text) => (UUID.test(text) ? text : null),
    idIn: ({ message_id: id }) => id,
  });
  if (typeof target === 'string') return refused(target);
  const action = 'messages remove';
  const removed = await removeByOperator(running.ctx, target.id, (tx, { id, event_id, user_id }) =>
    recorded(running, action, { message_id: id, event_id, user_id, report_id: target.reportId })(tx),
  );
  if (removed === null) return refused('There is no such message, or it is removed already.');
  logAction(running, action, removed.user_id ?? undefined);
  return done(`Removed: message ${removed.id} of event ${removed.event_id}.`);
}

/** `idOrReport`: the number in the address of its page, or `report:NUMBER`. */
export async function removeEventOf(running: Running, idOrReport: string): Promise<CommandResult> {
  const target = await findTarget(running, idOrReport, {
    kinds: ['event'],
    idOf: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null),
    idIn: ({ event_id: id }) => id,
  });
  if (typeof target === 'string') return refused(target);
  const action = 'events remove';
  const removed = await removeEvent(running.ctx, target.id, (tx, { created_by }) =>
    recorded(running, action, { event_id: target.id, user_id: created_by, report_id: target.reportId })(tx),
  );
  if (removed === null) return refused('There is no such event.');
  logAction(running, action, removed.created_by);
  const picture =
    removed.image === null
      ? ''
      : `\nIts picture is still its creator's. To delete that: pictures remove ${removed.image}`;
  return done(`Removed: event ${target.id} of ${removed.created_by}.${picture}`);
}

/** `pathOrReport`: a path, an address in a page, or `report:NUMBER` for the picture of the reported person or event. */
export async function removePictureOf(running: Running, pathOrReport: string): Promise<CommandResult> {
  const target = await findTarget(running, pathOrReport, {
    kinds: ['user', 'event'],
    idOf: (text) => text.replace(/^.*\//, ''),
    idIn: ({ picture }) => picture,
  });
  if (typeof target === 'string') return refused(target);
  const action = 'pictures remove';
  const removed = await removePicture(running.ctx, target.id, (tx, { path, owner_id }) =>
    recorded(running, action, { upload_path: path, user_id: owner_id, report_id: target.reportId })(tx),
  );
  if (removed === null) return refused('There is no such picture.');
  logAction(running, action, removed.owner_id ?? undefined);
  return done(`Removed: picture ${removed.path}.`);
}

const ABOUT: Record<ReportKind, string> = { user: 'a person', event: 'an event', message: 'a message' };

type TargetRules<Id> = {
  kinds: readonly ReportKind[];
  idOf: (text: string) => Id | null;
  idIn: (report: ReportRow) => Id | null;
};

async function findTarget<Id>(
  { ctx }: Running,
  text: string,
  { kinds, idOf, idIn }: TargetRules<Id>,
): Promise<Target<Id> | string> {
  const number = REPORT.exec(text)?.[1];
  if (number === undefined) {
    const id = idOf(text);
    return id === null ? 'This is neither an id nor report:NUMBER.' : { id, reportId: null };
  }
  const report = await findReport(ctx, Number(number));
  if (report === undefined) return `There is no report ${number}.`;
  if (!kinds.includes(report.kind)) return `Report ${number} is about ${ABOUT[report.kind]}.`;
  const id = idIn(report);
  return id === null ? `What report ${number} is about is not there any more.` : { id, reportId: report.id };
}
