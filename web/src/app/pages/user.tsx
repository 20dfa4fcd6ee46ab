import type { Person } from '@hereabouts/contract/person';
import { personName, type Relationship } from '@hereabouts/contract/users';
import { Ban, Ellipsis, Flag, UserRoundMinus } from 'lucide-react';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useIsAnonymous } from '#web/auth/use-session.ts';
import { LazyBlockDialog } from '#web/features/blocks/components/lazy-block-dialog.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import type { FriendshipAreaProps } from '#web/features/friendships/components/friendship-area.tsx';
import { LazyInviteToEventDialog } from '#web/features/invites/components/lazy-invite-to-event-dialog.tsx';
import { ReportButton } from '#web/features/reports/components/report-button.tsx';
import { LazyReportDialog } from '#web/features/reports/components/lazy-report-dialog.tsx';
import { PersonPage } from '#web/features/users/person-page.tsx';
import { UserPage } from '#web/features/users/user-page.tsx';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/app.ts';
import * as words from '#web/texts/friendships.tsx';
import { AccountNeededPage } from '../account-needed-page.tsx';
import { arriving } from '../arriving.tsx';
import { useViewerId } from '#web/auth/use-session.ts';

const loadFriendship = () =>
  import('#web/features/friendships/components/friendship-area.tsx').then((module) => module.FriendshipArea);
const FriendshipArea = lazyComponent<FriendshipAreaProps>(loadFriendship, {
  loading: null,
  failedTitle: recurring.couldNotLoadThisPart,
});
loadFriendship().catch(() => {});

export function User() {
  const { userId = '' } = useParams();
  const viewerId = useViewerId();
  const isAnonymous = useIsAnonymous();
  const { state } = useLocation() as { state: { person?: Person } | null };
  if (userId.toLowerCase() === viewerId) return <Navigate to="/profile" replace />;
  // Guests without an account have no profile and see none (GUEST-05), but can be blocked and reported, and do both.
  const person = state?.person?.id === userId ? state.person : null;
  if (person && (isAnonymous || person.is_anonymous)) {
    return <OtherUser key={userId} userId={userId} viewerId={viewerId} backTo="/" person={person} />;
  }
  if (isAnonymous) return <AccountNeededPage />;
  return <OtherUser key={userId} userId={userId} viewerId={viewerId} backTo="/contacts" />;
}

type Props = {
  userId: string;
  viewerId: string;
  /** After a block. */
  backTo: string;
  person?: Person;
};

type Asked = { name: string; relationship?: Relationship; friendship_id?: string | null };
type Question = 'invite' | 'unfriend' | 'report' | 'block';

const unfriend = (onSelect: () => void): MenuItem => ({
  label: words.unfriend,
  icon: <UserRoundMinus aria-hidden="true" />,
  danger: true,
  onSelect,
});

/** Dialogs are rendered outside the page, because a block removes its contents before the response. */
function OtherUser({ userId, viewerId, backTo, person }: Props) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<'nothing' | Question>('nothing');
  const [about, setAbout] = useState<Asked>({ name: '' });
  const name = personName(about);
  const ask = (what: Question, user: Asked) => {
    setAbout(user);
    setAsking(what);
  };
  const close = () => setAsking('nothing');
  const renderMore = (user: Asked) => (
    <Menu
      label={texts.more}
      icon={<Ellipsis aria-hidden="true" />}
      items={[
        {
          label: texts.report,
          icon: <Flag aria-hidden="true" />,
          onSelect: () => ask('report', user),
        },
        ...(user.relationship === 'friends' ? [unfriend(() => ask('unfriend', user))] : []),
        {
          label: texts.block,
          icon: <Ban aria-hidden="true" />,
          danger: true,
          onSelect: () => ask('block', user),
        },
      ]}
    />
  );
  return (
    <>
      {person ? (
        <PersonPage person={person} renderMore={renderMore} />
      ) : (
        <UserPage
          userId={userId}
          loading={arriving('User')}
          renderFriendship={(user) => (
            <FriendshipArea
              user={user}
              onInvite={() => ask('invite', user)}
              // A question about a friendship that has ended is none about a later one.
              isUnfriending={asking === 'unfriend' && about.friendship_id === user.friendship_id}
              onUnfriend={() => ask('unfriend', user)}
              onAsked={close}
            />
          )}
          renderMore={renderMore}
          report={<ReportButton subject={{ kind: 'user', user_id: userId }} />}
        />
      )}
      <LazyInviteToEventDialog
        open={asking === 'invite'}
        viewerId={viewerId}
        friend={{ id: userId, name }}
        onClose={close}
      />
      <LazyReportDialog
        open={asking === 'report'}
        subject={{ kind: 'user', user_id: userId }}
        name={name}
        onClose={close}
      />
      <LazyBlockDialog
        open={asking === 'block'}
        user={{ id: userId, name }}
        onClose={close}
        onBlocked={() => void navigate(backTo, { replace: true })}
      />
    </>
  );
}
