import { INVITE_STATUS_LABELS, type InviteStatus } from '@hereabouts/contract/invite-status';
import { Ban, CircleCheck, CircleHelp, CircleX, Clock3, Hourglass, Minus } from 'lucide-react';
import { cx } from '#web/lib/class-names.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/ui.tsx';
import styles from './status-chip.module.css';

/** `waiting`: for a place (HOST-08). `none` reads "No Response" (USER-09). `cancelled`: the event. */
export type ChipStatus = InviteStatus | 'waiting' | 'none' | 'cancelled';

const ICONS = {
  accepted: CircleCheck,
  tentative: CircleHelp,
  declined: CircleX,
  pending: Clock3,
  waiting: Hourglass,
  none: Minus,
  cancelled: Ban,
};

const LABELS = {
  ...INVITE_STATUS_LABELS,
  waiting: texts.waiting,
  none: texts.noResponse,
  cancelled: recurring.cancelled,
};

/** Icon, word and colour: none of the three is needed to read it. */
export function StatusChip({ status, className }: { status: ChipStatus; className?: string }) {
  const Icon = ICONS[status];
  return (
    <span className={cx(styles.chip, styles[status], className)}>
      <Icon aria-hidden="true" strokeWidth={2.5} />
      {LABELS[status]}
    </span>
  );
}
