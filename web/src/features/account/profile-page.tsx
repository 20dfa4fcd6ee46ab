import type { ReactNode } from 'react';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { useInstallWay } from '#web/lib/device/install.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { SectionHeading } from '#web/ui/layout/section-heading.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/profile.tsx';
import { AppearanceSetting } from './components/appearance-setting.tsx';
import { AvatarEditor } from './components/avatar-editor.tsx';
import { ProfileDetails } from './components/profile-details.tsx';
import styles from './profile-page.module.css';
import { useMe } from './queries.ts';

const later = {
  loading: <Skeleton shape="block" height="6.5rem" />,
  failedTitle: recurring.couldNotLoadThisPart,
};
const PrivacySetting = lazyComponent(
  () => import('./components/privacy-setting.tsx').then((module) => module.PrivacySetting),
  later,
);
const InstallApp = lazyComponent(
  () => import('./components/install-app.tsx').then((module) => module.InstallApp),
  later,
);
const GuestSession = lazyComponent(
  () => import('./components/guest-session.tsx').then((module) => module.GuestSession),
  later,
);
const SignInGroup = lazyComponent(
  () => import('./components/sign-in-group.tsx').then((module) => module.SignInGroup),
  later,
);
const DataActions = lazyComponent(
  () => import('./components/data-actions.tsx').then((module) => module.DataActions),
  later,
);

const LeavingActions = lazyComponent(
  () => import('./components/leaving-actions.tsx').then((module) => module.LeavingActions),
  later,
);

type Props = {
  blocked: ReactNode;
  calendar: ReactNode;
  hosted: ReactNode;
};

/** Source: PROF-01 to PROF-07, CONT-12, MFA-02, SESS-01, PWA-02. */
export function ProfilePage({ blocked, calendar, hosted }: Props) {
  const query = useMe();
  const me = query.data;
  const isAnonymous = useIsAnonymous();
  const installWay = useInstallWay();
  return (
    <Page title={recurring.profile}>
      <PageHeader title={recurring.profile} backTo="/home" backLabel={recurring.backToHome} />
      {me ? (
        <section className={styles.card} aria-label={texts.aboutYou}>
          {isAnonymous ? (
            <Avatar id={me.id} name={me.name} image={me.image} size={128} />
          ) : (
            <AvatarEditor me={me} />
          )}
          <ProfileDetails me={me} isAnonymous={isAnonymous} />
        </section>
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Loading label={recurring.loading}>
          <Skeleton shape="circle" width="128px" height="128px" />
          <Skeleton shape="block" height="260px" />
        </Loading>
      )}
      <div className={styles.group}>
        <section aria-labelledby="settings">
          <SectionHeading id="settings">{texts.settings}</SectionHeading>
          {me && !isAnonymous && <PrivacySetting me={me} />}
          <AppearanceSetting />
        </section>
        {!isAnonymous && calendar}
        {installWay && <InstallApp way={installWay} />}
      </div>
      <div className={styles.group}>{isAnonymous ? <GuestSession /> : <SignInGroup />}</div>
      <div className={styles.group}>
        {me && blocked}
        <DataActions />
      </div>
      <LeavingActions events={hosted} isAnonymous={isAnonymous} />
      <footer className={styles.footer}>{recurring.productVersion}</footer>
    </Page>
  );
}
