import type { Queryable } from '#server/db/database.ts';
import { JobLaterError } from '#server/jobs/job.ts';
import { jobKind } from '#server/jobs/jobs.ts';
import type { Asked } from '#server/jobs/turns.ts';
import { composeStored, mailJob, type StoredMail, askedOf } from '#server/mail/mail-job.ts';
import type { AuthUserRow, Identifier } from './accounts/user-repo.ts';
import type { AuthParts, Client } from './parts.ts';
import type { Grant } from './sessions/sessions.ts';

type Queue = Pick<AuthParts, 'jobs'>;
type QueueInTurn = Pick<AuthParts, 'jobs' | 'askedFrom'>;
/** `charged_ip`: null if the owner's address is proved. `account`: its id or, as anybody can make accounts with it, an unproved
 * address; missing in notices of earlier releases. */
type Notice = Asked & { mail: StoredMail; charged_ip: string | null; account?: string };
const noticeJob = jobKind<Notice>('notice');
type Account = Pick<AuthUserRow, 'id' | 'email'>;

const MAIL_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });

export const resetUrlOf = ({ origin }: Pick<Client, 'origin'>) => `${origin}/forgot-password`;

const enqueueMail = ({ jobs }: Queue, tx: Queryable, { id }: Pick<Account, 'id'>, mail: StoredMail & Asked) =>
  jobs.enqueue(tx, mailJob, mail, { userId: id });

/** Only by mail: text messages cost money. */
export async function notifyAlreadySignedUp(
  parts: QueueInTurn,
  tx: Queryable,
  { origin, ip }: Pick<Client, 'origin' | 'ip'>,
  { user, to }: { user: Account; to: Identifier },
): Promise<void> {
  if (to.email === undefined) return;
  const data = { signInUrl: `${origin}/login` };
  const mail = { template: 'alreadySignedUp', to: to.email, data } as const;
  await enqueueMail(parts, tx, user, { ...mail, ...parts.askedFrom(ip) });
}

type WithoutAddress<Mail> = Mail extends StoredMail ? Omit<Mail, 'to'> : never;

export async function notifyOwner(
  parts: Queue,
  tx: Queryable,
  user: Account,
  notice: WithoutAddress<StoredMail> & Asked,
): Promise<void> {
  if (user.email !== null) await enqueueMail(parts, tx, user, { ...notice, to: user.email });
}

/** SESS-03. */
export async function notifyAddressChanged(
  parts: QueueInTurn,
  tx: Queryable,
  client: Client,
  { user, isEmail }: { user: AuthUserRow; isEmail: boolean },
): Promise<void> {
  const { email, new_email: newEmail } = user;
  const resetUrl = resetUrlOf(client);
  const asked = parts.askedFrom(client.ip);
  if (!isEmail)
    return await notifyOwner(parts, tx, user, { template: 'phoneChanged', data: { resetUrl }, ...asked });
  const mailTo = async (to: string, data: { newEmail: string; resetUrl: string | null }) =>
    await enqueueMail(parts, tx, user, { template: 'emailChanged', to, data, ...asked });
  if (newEmail === null) return;
  // The old address can no longer reset the password.
  const toOld = { newEmail, resetUrl: null };
  // It has agreed to nothing, and accounts can come and go with it: within the limits of notices.
  if (email !== null && user.email_proved_at === null)
    await enqueueNotice(parts, tx, { user, ip: client.ip }, { template: 'emailChanged', data: toOld });
  else if (email !== null) await mailTo(email, toOld);
  await mailTo(newEmail, { newEmail, resetUrl });
}

/** To the account's own address; the first three of a kind in an hour. Counted when sent: failed attempts must not use them up.
 * Over the limits of mails a notice waits, so that an attacker cannot suppress it. */
export async function enqueueNotice(
  { jobs, askedFrom }: QueueInTurn,
  tx: Queryable,
  { user, ip }: { user: AuthUserRow; ip: string },
  notice: WithoutAddress<StoredMail>,
): Promise<void> {
  if (user.email === null) return;
  const isProved = user.email_proved_at !== null;
  const charged = { charged_ip: isProved ? null : ip, account: isProved ? user.id : user.email };
  // Survives the account: whoever takes one over could silence its owner by deleting it.
  const mail = { ...notice, to: user.email };
  await jobs.enqueue(tx, noticeJob, { mail, ...charged, ...askedFrom(ip) });
}

export function handleNotices({
  jobs,
  mail,
  limits,
  clock,
}: Pick<AuthParts, 'jobs' | 'mail' | 'limits' | 'clock'>): void {
  jobs.handle(
    noticeJob,
    async (notice, { id }) => {
      const { mail: stored, charged_ip: ip, account } = notice;
      const { isDropped, waitMs, refund } = await limits.takeNotice({ kind: stored.template, account, ip });
      if (isDropped) return;
      if (waitMs > 0) throw new JobLaterError('The limit of mails is reached', clock.now() + waitMs);
      const sent = mail.send(composeStored(stored), id, noticeJob.name, askedOf(notice));
      await sent.catch(async (error: unknown) => {
        // It is charged when it is tried again.
        await refund();
        throw error;
      });
    },
    mail.inTurn,
  );
}

export function notifyNewBrowser(
  parts: Pick<
    AuthParts,
    'background' | 'jobs' | 'askedFrom' | 'db' | 'clock' | 'securityLog' | 'hasMailServer'
  >,
  { origin, requestId, ip, agent }: Client,
  { user, session }: Pick<Grant, 'user' | 'session'>,
): void {
  parts.securityLog.record('new_browser', { userId: user.id, sessionId: session.id, requestId, ip });
  if (!parts.hasMailServer || user.email === null) return;
  const words = [agent.browser, agent.device].filter((word) => word !== null).join(' on ');
  const data = {
    agent: words || null,
    at: MAIL_TIME.format(parts.clock.now()),
    profileUrl: `${origin}/profile`,
  };
  parts.background.run('sending a notice', () =>
    enqueueNotice(parts, parts.db, { user, ip }, { template: 'newBrowser', data }),
  );
}
