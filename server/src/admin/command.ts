import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { noteRemoval, type RemovalKind } from '#server/instance/removals.ts';
import { insertAction, type Targets } from './repo.ts';

export type CommandResult = { ok: boolean; text: string };

export type Running = { ctx: Context; operator: string; why: string; yes: boolean };

export const done = (text: string): CommandResult => ({ ok: true, text: `${text}\n` });
export const refused = (text: string): CommandResult => ({ ok: false, text: `${text}\n` });

/** The security log gets the account's id only (OPS-08). */
export const logAction = ({ ctx }: Running, method: string, userId?: string): void =>
  ctx.securityLog.record('operator_action', { method, userId });

/** Call it in the transaction of the action (OPS-04). A removal is also noted, so that a restore does not undo it. */
export const recorded =
  ({ ctx, operator, why }: Running, action: string, targets: Targets = {}) =>
  async (tx: Queryable): Promise<void> => {
    await insertAction(tx, {
      ...targets,
      operator,
      action,
      reason: why === '' ? null : why,
      now: nowIso(ctx),
    });
    const removal = removalOf(action, targets);
    if (removal !== null) await noteRemoval(ctx, tx, removal.kind, removal.id);
  };

function removalOf(action: string, targets: Targets): { kind: RemovalKind; id: string | number } | null {
  const kinds: Record<string, readonly [RemovalKind, string | number | null | undefined]> = {
    'messages remove': ['message', targets.message_id],
    'events remove': ['event', targets.event_id],
    'pictures remove': ['picture', targets.upload_path],
    'people suspend': ['suspended', targets.user_id],
    'people reinstate': ['reinstated', targets.user_id],
  };
  const [kind, id] = kinds[action] ?? [];
  return kind === undefined || id == null ? null : { kind, id };
}

export const newestOnly = (rows: readonly unknown[], max: number): string =>
  rows.length === max ? `\n\nThe newest ${max} are shown.` : '';

/** Removes what a terminal would interpret. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' / ')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim();
