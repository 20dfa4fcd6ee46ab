import { done, logAction, newestOnly, plain, type CommandResult, type Running } from './command.ts';
import { listActions } from './repo.ts';

const ACTIONS_MAX = 200;

export async function showLog(running: Running): Promise<CommandResult> {
  logAction(running, 'log');
  const actions = await listActions(running.ctx.db, ACTIONS_MAX);
  if (actions.length === 0) return done('No operator has done anything yet.');
  const blocks = actions.map((action) =>
    [
      `${action.created_at}  ${plain(action.operator)}  ${action.action}`,
      ...(action.report_id === null ? [] : [`    report     ${action.report_id}`]),
      ...(action.user_id === null ? [] : [`    person     ${action.user_id}`]),
      ...(action.event_id === null ? [] : [`    event      ${action.event_id}`]),
      ...(action.message_id === null ? [] : [`    message    ${action.message_id}`]),
      ...(action.upload_path === null ? [] : [`    picture    ${action.upload_path}`]),
      `    why        ${plain(action.reason ?? '–')}`,
    ].join('\n'),
  );
  return done(blocks.join('\n\n') + newestOnly(actions, ACTIONS_MAX));
}
