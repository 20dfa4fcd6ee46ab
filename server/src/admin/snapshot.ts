import { done, logAction, refused, type CommandResult, type Running } from './command.ts';

export async function takeSnapshot(running: Running): Promise<CommandResult> {
  const { snapshots } = running.ctx.db;
  if (snapshots === undefined) return refused('Postgres has backups of its own, and npm run backup.');
  logAction(running, 'snapshot');
  return done(await snapshots.take());
}
