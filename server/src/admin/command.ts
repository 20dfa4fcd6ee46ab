import { nowIso } from '#server/clock.ts';
import type { Context } from '#server/context.ts';
import type { Queryable } from '#server/db/database.ts';
import { insertAction, type Targets } from './repo.ts';

export type CommandResult = { ok: boolean; text: string };

/** What a command may use. `operator`: the system user of who typed it. */
export type Running = { ctx: Context; operator: string; why: string; yes: boolean };

export const done = (text: string): CommandResult => ({ ok: true, text: `${text}\n` });
export const refused = (text: string): CommandResult => ({ ok: false, text: `${text}\n` });

export const NO_WHY = refused('Say why: add --why "REASON".');

/** The security log has the command and only the id of its account (OPS-08). */
export const logAction = ({ ctx }: Running, method: string, userId?: string): void =>
  ctx.securityLog.record('operator_action', { method, userId });

/** For the transaction of an action: who did what, when and why (OPS-04). */
export const recorded =
  ({ ctx, operator, why }: Running, action: string, targets: Targets = {}) =>
  (tx: Queryable): Promise<void> =>
    insertAction(tx, { ...targets, operator, action, reason: why === '' ? null : why, now: nowIso(ctx) });

export const newestOnly = (rows: readonly unknown[], max: number): string =>
  rows.length === max ? `\n\nThe newest ${max} are shown.` : '';

/** One line, without control and direction characters that a terminal would interpret. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s*\n\s*/g, ' / ')
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .trim();
