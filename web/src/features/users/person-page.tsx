import type { Person } from '@hereabouts/contract/person';
import { personName } from '@hereabouts/contract/users';
import type { ReactNode } from 'react';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { GuestMark } from '#web/ui/text/guest-mark.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/users.ts';
import { PersonFace } from './components/person-face.tsx';
import styles from './user-page.module.css';

type Props = {
  person: Person;
  renderMore: (person: Person) => ReactNode;
};

/** Where one of the two is a guest without an account. Source: GUEST-05. */
export function PersonPage({ person, renderMore }: Props) {
  return (
    <Page title={personName(person)} className={styles.page ?? ''}>
      <PageHeader title={recurring.profile} backTo="/" backLabel={recurring.backToHome} />
      <Card className={styles.card ?? ''}>
        <PersonFace person={person} />
        <GuestMark of={person} />
        <p className={styles.none}>
          {person.is_anonymous ? texts.guestHasNoProfile : texts.profileNeedsAccount}
        </p>
        <div className={styles.more}>{renderMore(person)}</div>
      </Card>
    </Page>
  );
}
