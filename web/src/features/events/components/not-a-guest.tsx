import type { EventDetail } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './not-a-guest.module.css';

export function NotAGuest({ host }: Pick<EventDetail, 'host'>) {
  return (
    <section aria-labelledby="not-a-guest" className={styles.section}>
      <h2 id="not-a-guest" className={styles.heading}>
        {texts.notOnGuestList}
      </h2>
      <p className={styles.text}>{texts.askHostForInvitation(<bdi>{personName(host)}</bdi>)}</p>
      <ButtonLink to={`/profile/${host.id}`} state={{ person: host }} variant="secondary" wide>
        {texts.seeTheHostsProfile}
      </ButtonLink>
    </section>
  );
}
