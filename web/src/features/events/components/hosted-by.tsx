import type { EventDetail } from '@hereabouts/contract/events';
import { personName } from '@hereabouts/contract/users';
import { Globe, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { cx } from '#web/lib/class-names.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { IconWords } from '#web/ui/text/icon-words.tsx';
import * as texts from '#web/texts/event-page.tsx';
import styles from './hosted-by.module.css';

/** More co-hosts are counted until they are asked for. */
const NAMED_MAX = 2;

type Props = { event: EventDetail; viewerId: string };

/** Source: EVD-07, EVD-13. */
export function HostedBy({ event, viewerId }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const isCreator = event.created_by === viewerId;
  const coHosts = event.invites.filter(({ is_co_host }) => is_co_host).map(({ user }) => user);
  const named = showsAll || coHosts.length <= NAMED_MAX ? coHosts : [];
  const others = coHosts.length - named.length;
  // With co-hosts they have a line of their own.
  const Words = coHosts.length > 0 ? 'span' : IconWords;
  return (
    <div className={cx(styles.line, coHosts.length > 0 && styles.several)}>
      <div className={styles.who}>
        <Link
          to={isCreator ? '/profile' : `/profile/${event.host.id}`}
          state={{ person: event.host }}
          className={styles.host}
        >
          <Avatar id={event.host.id} name={event.host.name} image={event.host.image} size={32} />
          <span className={styles.names}>
            {texts.hostedBy(
              <bdi className={styles.name}>{isCreator ? texts.youAsHost : personName(event.host)}</bdi>,
            )}
            {named.length > 0 && (
              <span>
                {' '}
                {texts.withWord}{' '}
                {named.map(({ id, name }, index) => (
                  <span key={id}>
                    {index === 0 ? '' : index === coHosts.length - 1 ? texts.and : ', '}
                    <bdi>{id === viewerId ? texts.youAsHost : personName({ name })}</bdi>
                  </span>
                ))}
              </span>
            )}
          </span>
        </Link>
        {others > 0 && (
          <span className={styles.and}>
            <span>{texts.and}</span>
            <button type="button" className={styles.others} onClick={() => setShowsAll(true)}>
              {texts.countOthers(others)}
            </button>
          </span>
        )}
      </div>
      <p className={styles.privacy} title={event.is_private ? texts.privateEvent : texts.publicEvent}>
        {event.is_private ? <Lock aria-hidden="true" /> : <Globe aria-hidden="true" />}
        <Words>{event.is_private ? texts.privateEvent : texts.publicEvent}</Words>
      </p>
    </div>
  );
}
