import { personName, type UserProfile } from '@hereabouts/contract/users';
import { Mail, Phone, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNotFound } from '#web/lib/api/api.ts';
import { OFFLINE_TEXT } from '#web/lib/api/failure-text.ts';
import { useWaitsOffline } from '#web/lib/api/use-waits-offline.ts';
import { ButtonLink } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/users.ts';
import { PersonFace } from './components/person-face.tsx';
import { useUser } from './queries.ts';
import styles from './user-page.module.css';

const loadSharedEvents = () => import('./components/shared-events.tsx').then((module) => module.SharedEvents);
const SharedEvents = lazyComponent(loadSharedEvents, {
  loading: <Skeleton shape="block" height="10rem" />,
  failedTitle: texts.couldNotLoadTheEvents,
});
loadSharedEvents().catch(() => {});

type Props = {
  userId: string;
  /** Until the profile has been read. */
  loading: ReactNode;
  renderFriendship: (user: UserProfile) => ReactNode;
  /** In the corner of the card. */
  renderMore: (user: UserProfile) => ReactNode;
  /** Below a profile that is gone. */
  report: ReactNode;
};

/** Another person's profile. Source: USER-01 to USER-10. */
export function UserPage({ userId, loading, ...parts }: Props) {
  const query = useUser(userId);
  const waitsOffline = useWaitsOffline(query);
  if (query.isPending && !waitsOffline) return loading;
  return (
    <Page title={query.data ? personName(query.data) : recurring.profile} className={styles.page ?? ''}>
      <PageHeader title={recurring.profile} backTo="/contacts" backLabel={recurring.backToContacts} />
      <UserBody query={query} waitsOffline={waitsOffline} {...parts} />
    </Page>
  );
}

type BodyProps = Omit<Props, 'userId' | 'loading'> & {
  query: ReturnType<typeof useUser>;
  waitsOffline: boolean;
};

function UserBody({ query, waitsOffline, renderFriendship, renderMore, report }: BodyProps) {
  const isMissing = isNotFound(query.error);
  if (isMissing) {
    return (
      <>
        <EmptyState
          icon={<UserRoundX aria-hidden="true" />}
          title={texts.userNotFound}
          action={
            <ButtonLink to="/contacts" variant="secondary">
              {texts.backToContacts}
            </ButtonLink>
          }
        >
          {texts.userNotFoundHelp}
        </EmptyState>
        {report}
      </>
    );
  }
  if (!query.data) {
    return (
      <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {waitsOffline ? OFFLINE_TEXT : null}
      </ErrorState>
    );
  }
  const user = query.data;
  const name = personName(user);
  return (
    <>
      <Card className={styles.card ?? ''}>
        <PersonFace person={user} />
        {(user.email !== null || user.phone !== null) && (
          <ul className={styles.contact}>
            {user.email !== null && (
              <li>
                <Mail aria-hidden="true" /> <a href={`mailto:${user.email}`}>{user.email}</a>
              </li>
            )}
            {user.phone !== null && (
              <li>
                <Phone aria-hidden="true" /> <a href={`tel:${user.phone}`}>{user.phone}</a>
              </li>
            )}
          </ul>
        )}
        <div className={styles.friendship}>{renderFriendship(user)}</div>
        <div className={styles.more}>{renderMore(user)}</div>
      </Card>
      {user.shared_events !== null && <SharedEvents name={name} events={user.shared_events} />}
    </>
  );
}
