import { failureMessage } from '#web/lib/api/failure-text.ts';
import { mayReadOn } from '#web/lib/api/may-read-on.ts';
import { uniqueById } from '#web/lib/api/unique-by-id.ts';
import type { Contact } from '@hereabouts/contract/friendships';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { FormBanner } from '#web/ui/forms/form-banner.tsx';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/friendships.tsx';
import { useFriendshipAction, type FriendshipAction } from '../friendship-actions.ts';
import type { useContacts } from '../queries.ts';
import { ContactList } from './contact-list.tsx';
import type { EmptyContactsProps } from './empty-contacts.tsx';
import { LazyUnfriendDialog } from './lazy-unfriend-dialog.tsx';
import styles from './contacts-panel.module.css';

// Rarely needed, so loaded on demand.
const EmptyContacts = lazyComponent<EmptyContactsProps>(
  () => import('./empty-contacts.tsx').then((module) => module.EmptyContacts),
  { loading: <Loading label={recurring.loading} />, failedTitle: texts.couldNotLoadThisList },
);
const SKELETON_ROWS = 6;

export type ContactsPanelProps = EmptyContactsProps & {
  query: ReturnType<typeof useContacts>;
  onInvite: (friend: Contact) => void;
};

export function ContactsPanel({
  tab,
  search,
  query,
  onInvite,
  onDiscover,
  onClearSearch,
}: ContactsPanelProps) {
  const action = useFriendshipAction('contacts');
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState<Contact | null>(null);
  const contacts = useMemo(
    () => uniqueById(query.data?.pages.flatMap((page) => page.contacts) ?? []),
    [query.data],
  );

  const { panel, rememberPlace, restore } = useFocusKept(contacts);

  const { mutateAsync } = action;
  const act = useCallback(
    async (wanted: FriendshipAction) => {
      rememberPlace(wanted.userId);
      setBusyIds((before) => new Set(before).add(wanted.userId));
      // Shown by the alert and logged by the mutation cache.
      await mutateAsync(wanted).catch(() => {});
      setBusyIds((before) => before.difference(new Set([wanted.userId])));
    },
    [mutateAsync, rememberPlace],
  );
  const { fetchNextPage } = query;
  const readsOn = mayReadOn(query);
  const onMore = useCallback(() => {
    if (readsOn) void fetchNextPage();
  }, [fetchNextPage, readsOn]);

  const inPanel = (children: ReactNode) => (
    <div ref={panel} tabIndex={-1}>
      {/* Stays in the page, so that what it comes to say is read out. */}
      <div role="status">
        {search !== '' && contacts.length > 0 && !query.isPlaceholderData ? (
          <VisuallyHidden>{countText(contacts.length, query.hasNextPage)}</VisuallyHidden>
        ) : null}
      </div>
      {children}
    </div>
  );

  // The results of the search before say nothing about this one.
  if (query.isPending || (query.isPlaceholderData && contacts.length === 0)) {
    return inPanel(
      <Loading label={recurring.loading}>
        <div className={styles.skeletons}>
          {Array.from({ length: SKELETON_ROWS }, (_, index) => (
            <div key={index} className={styles.skeleton}>
              <Skeleton shape="circle" width="48px" height="48px" />
              <Skeleton width="10rem" />
            </div>
          ))}
        </div>
      </Loading>,
    );
  }
  if (query.isError && contacts.length === 0) {
    return inPanel(<ErrorState onRetry={() => void query.refetch()} retrying={query.isFetching} />);
  }
  if (contacts.length === 0) {
    return inPanel(
      <div role="status">
        <EmptyContacts tab={tab} search={search} onDiscover={onDiscover} onClearSearch={onClearSearch} />
      </div>,
    );
  }
  return inPanel(
    <>
      {query.isRefetchError && (
        <FormBanner tone="error">{failureMessage(texts.couldNotLoadThisList, query.error)}</FormBanner>
      )}
      <ContactList
        tab={tab}
        contacts={contacts}
        busyIds={busyIds}
        hasMore={query.hasNextPage}
        onMore={onMore}
        onAct={act}
        onInvite={onInvite}
        onUnfriend={setLeaving}
      />
      {query.isFetchNextPageError && (
        <ErrorState onRetry={() => void fetchNextPage()} retrying={query.isFetchingNextPage} />
      )}
      <LazyUnfriendDialog
        // A friendship that has ended meanwhile is asked about no more, nor one that has begun since.
        open={leaving !== null && contacts.some(({ friendshipId }) => friendshipId === leaving.friendshipId)}
        name={leaving?.name ?? ''}
        onClosed={() => restore(true)}
        onCancel={() => setLeaving(null)}
        onConfirm={() => {
          const { id: userId, friendshipId } = leaving ?? {};
          setLeaving(null);
          if (userId && friendshipId) void act({ kind: 'unfriend', userId, friendshipId });
        }}
      />
    </>,
  );
}

const countText = (count: number, more: boolean): string =>
  more
    ? texts.moreThanCountPeopleFound(count)
    : count === 1
      ? texts.onePersonFound
      : texts.countPeopleFound(count);

/** When a person leaves the list, moves the focus to the next one or to the empty list. */
function useFocusKept(contacts: readonly Contact[]) {
  const panel = useRef<HTMLDivElement>(null);
  const place = useRef<{ userId: string; neighbours: (string | undefined)[] } | null>(null);
  const restore = useCallback(
    (hasClosed = false) => {
      const left = place.current;
      if (left === null || contacts.some(({ id }) => id === left.userId)) return;
      const active = document.activeElement;
      const isInQuestion = active?.closest('[role=alertdialog]') != null;
      // Called again when the dialog has closed.
      if (isInQuestion && !hasClosed) return;
      place.current = null;
      if (!isInQuestion && active !== document.body) return;
      const id = left.neighbours.find((neighbour) => contacts.some((contact) => contact.id === neighbour));
      const next = panel.current?.querySelector<HTMLElement>(`a[href="/profile/${id}"]`);
      (next ?? panel.current)?.focus({ preventScroll: true });
    },
    [contacts],
  );
  useEffect(() => restore(), [restore]);
  const rememberPlace = useCallback(
    (userId: string) => {
      const index = contacts.findIndex(({ id }) => id === userId);
      place.current = { userId, neighbours: [contacts[index + 1]?.id, contacts[index - 1]?.id] };
    },
    [contacts],
  );
  return { panel, rememberPlace, restore };
}
