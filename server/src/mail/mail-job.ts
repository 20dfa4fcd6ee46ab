import { JobRefusedError, type JobInfo } from '#server/jobs/job.ts';
import { jobKind, type Jobs } from '#server/jobs/jobs.ts';
import type { Asked } from '#server/jobs/turns.ts';
import { accountMails } from './account-mails.ts';
import type { Mail, Mailer } from './mailer.ts';

/** May be stored: none has a link or code that works. */
const STORED = [
  'alreadySignedUp',
  'newBrowser',
  'emailChanged',
  'phoneChanged',
  'passwordChanged',
  'accountDeleted',
  'factorAdded',
  'factorRemoved',
  'factorRemovedByOperator',
] as const;

type Template = (typeof STORED)[number];
type DataOf<Name extends Template> = Parameters<(typeof accountMails)[Name]>[1];

export type StoredMail = {
  [Name in Template]: { template: Name; to: string } & (undefined extends DataOf<Name>
    ? unknown
    : { data: DataOf<Name> });
}[Template];

export const askedOf = ({ asked_by }: Asked): Asked => (asked_by === undefined ? {} : { asked_by });

export const mailJob = jobKind<StoredMail & Asked>('mail');

/** The template of an earlier release may be gone. @throws JobRefusedError */
export function composeStored(stored: StoredMail): Mail {
  const { template, to } = stored;
  const data = 'data' in stored ? stored.data : undefined;
  if (!STORED.includes(template)) throw new JobRefusedError(`There is no mail ${template as string}`);
  return (accountMails[template] as (to: string, data: unknown) => Mail)(to, data);
}

export function handleMails(jobs: Jobs, mail: Mailer): void {
  const send = (stored: StoredMail & Asked, { id }: JobInfo) =>
    mail.send(composeStored(stored), id, mailJob.name, askedOf(stored));
  jobs.handle(mailJob, send, mail.inTurn);
}
