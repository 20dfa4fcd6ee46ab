import type { Notification } from '@hereabouts/contract/notifications';
import {
  AlarmClock,
  Ban,
  CalendarClock,
  CalendarPlus,
  CalendarX,
  CircleQuestionMark,
  MailCheck,
  MapPin,
  Megaphone,
  Navigation,
  Radio,
  TicketCheck,
  UserRoundCheck,
  UserRoundCog,
  UserRoundPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/notifications.tsx';
import { momentText } from '../moment-text.ts';
import { wordingOf } from '../wording.tsx';
import styles from './notification-row.module.css';

const ICONS = {
  invited: CalendarPlus,
  request_received: UserRoundPlus,
  request_accepted: UserRoundCheck,
  event_changed: CalendarClock,
  event_cancelled: Ban,
  event_live: Radio,
  meeting_point_set: MapPin,
  event_removed: CalendarX,
  own_event_removed: CalendarX,
  event_deleted: Ban,
  made_co_host: UserRoundCog,
  announcement: Megaphone,
  place_available: TicketCheck,
  rsvp_received: MailCheck,
  friend_sharing: Navigation,
  reminder: AlarmClock,
  answer_reminder: CircleQuestionMark,
};

type Props = { notification: Notification; isNew: boolean; now: number; answers: ReactNode };

export function NotificationRow({ notification, isNew, now, answers }: Props) {
  const { kind, actor, created_at } = notification;
  const { text, to } = wordingOf(notification);
  const Icon = ICONS[kind];
  return (
    <div className={cx(styles.row, isNew && styles.isNew)}>
      <Link to={to} className={styles.link}>
        <span className={styles.picture}>
          {actor && <Avatar id={actor.id} name={actor.name} image={actor.image} size={48} />}
          <span className={cx(styles.sign, styles[kind], actor === null && styles.alone)}>
            <Icon aria-hidden="true" />
          </span>
        </span>
        <span className={styles.words}>
          <span className={styles.text}>
            {isNew && <VisuallyHidden>{texts.newWord} </VisuallyHidden>}
            {text}
          </span>
          <time dateTime={created_at} className={styles.when}>
            {momentText(created_at, now)}
          </time>
        </span>
        {isNew && <span className={styles.dot} aria-hidden="true" />}
      </Link>
      {answers === null ? null : <div className={styles.answers}>{answers}</div>}
    </div>
  );
}
