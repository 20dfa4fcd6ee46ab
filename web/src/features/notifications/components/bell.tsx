import { Bell as BellIcon } from 'lucide-react';
import { IconLink } from '#web/ui/buttons/icon-button.tsx';
import * as texts from '#web/texts/every-page.ts';
import { useUnreadCount } from '../unread.ts';
import styles from './bell.module.css';

const SHOWN_MAX = 99;

/** Source: NOTE-01. */
export function Bell() {
  const count = useUnreadCount();
  const shown = count > SHOWN_MAX ? `${SHOWN_MAX}+` : `${count}`;
  return (
    <IconLink
      to="/notifications"
      label={count > 0 ? texts.unreadNotifications(shown) : texts.notifications}
      className={styles.bell ?? ''}
      icon={
        <>
          <BellIcon aria-hidden="true" />
          {count > 0 && <span className={styles.count}>{shown}</span>}
        </>
      }
    />
  );
}
