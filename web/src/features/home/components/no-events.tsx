import { CalendarPlus, UserRoundPlus } from 'lucide-react';
import { Link } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { Button, ButtonLink } from '#web/ui/buttons/button.tsx';
import { cx } from '#web/lib/class-names.ts';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/home.tsx';
import { StepWords } from './step-words.tsx';
import styles from './no-events.module.css';

const PICTURE = '/images/covers/bonfire.png';

type Props = {
  /** The first steps stand above it, with the picture and what to do. */
  isBelowFirstSteps: boolean;
  isRefreshing: boolean;
  onRefresh: () => void;
};

/** Source: HOME-13, HOME-14. */
export function NoEvents({ isBelowFirstSteps, isRefreshing, onRefresh }: Props) {
  const isAnonymous = useIsAnonymous();
  return (
    <div className={styles.empty}>
      <div className={cx(styles.card, isBelowFirstSteps && styles.plain)}>
        {!isBelowFirstSteps && <img className={styles.picture} src={PICTURE} alt="" />}
        <div className={styles.body}>
          <p className={styles.title}>{texts.noUpcomingEvents}</p>
          <ButtonLink
            to="/new-event"
            variant={isBelowFirstSteps || isAnonymous ? 'secondary' : 'primary'}
            icon={<CalendarPlus aria-hidden="true" />}
          >
            {recurring.createNewEvent}
          </ButtonLink>
          <Button variant="quiet" size="small" busy={isRefreshing} onClick={onRefresh}>
            {texts.refresh}
          </Button>
        </div>
      </div>
      {!isBelowFirstSteps && !isAnonymous && (
        <Link to="/contacts?tab=discover" className={styles.friends}>
          <StepWords icon={UserRoundPlus} label={texts.findFriends} hint={texts.seeWhoIsHereToo} />
        </Link>
      )}
    </div>
  );
}
