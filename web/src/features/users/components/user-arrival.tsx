import type { Person } from '@hereabouts/contract/person';
import { personName } from '@hereabouts/contract/users';
import { Card } from '#web/ui/layout/card.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { PersonFace } from './person-face.tsx';
import styles from '../user-page.module.css';
import waiting from './user-arrival.module.css';

/** Source: USER-01, EVD-15. */
export function UserArrival({ person }: { person: Person | null }) {
  return (
    <Page title={person ? personName(person) : recurring.profile} className={styles.page ?? ''}>
      <PageHeader title={recurring.profile} backTo="/contacts" backLabel={recurring.backToContacts} />
      <Body person={person} />
    </Page>
  );
}

function Body({ person }: { person: Person | null }) {
  if (person === null) {
    return (
      <>
        <Card className={styles.card ?? ''}>
          <Skeleton shape="block" className={waiting.band ?? ''} />
          <Skeleton shape="circle" width="128px" height="128px" className={waiting.face ?? ''} />
          <Skeleton width="12rem" height="1.9rem" />
          <Skeleton width="11rem" />
          <Friendship />
        </Card>
        <div className={waiting.events} aria-hidden="true">
          <Skeleton width="16rem" height="1.4rem" />
          <Card flush className={waiting.list ?? ''}>
            <EventRow />
            <EventRow />
            <EventRow />
          </Card>
        </div>
      </>
    );
  }
  return (
    <Card className={styles.card ?? ''}>
      <PersonFace person={person} />
      <Friendship />
    </Card>
  );
}

const Friendship = () => (
  <div className={styles.friendship}>
    <Loading label={recurring.loadingProfile}>
      <Skeleton shape="block" height="48px" />
    </Loading>
  </div>
);

const EventRow = () => (
  <div className={waiting.event}>
    <Skeleton shape="block" width="64px" height="64px" />
    <div className={waiting.words}>
      <Skeleton width="70%" />
      <Skeleton width="50%" />
    </div>
  </div>
);
