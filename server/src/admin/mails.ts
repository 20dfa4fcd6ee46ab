import { randomUUID } from 'node:crypto';
import { operatorMails } from '#server/mail/operator-mails.ts';
import { done, logAction, refused, type CommandResult, type Running } from './command.ts';

const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** Sent past the queue, so that the mail server's answer is known. */
export async function sendTestMail(running: Running, to: string): Promise<CommandResult> {
  if (!ADDRESS.test(to)) return refused('This is no email address.');
  const { mail, config } = running.ctx;
  logAction(running, 'mails test');
  try {
    await mail.send(operatorMails.test(to), randomUUID(), 'test');
  } catch (error) {
    return refused(
      `The mail server did not take it: ${error instanceof Error ? error.message : 'no reason'}.`,
    );
  }
  return done(
    config.smtpUrl === null
      ? 'Written to DATA_DIR/outbox: without SMTP_URL no email leaves this machine.'
      : `The mail server took an email to ${to}. Look whether it arrives, and not among the spam.`,
  );
}
