import type { ContactTab } from '@hereabouts/contract/friendships';
import { Inbox, Search, Send, UsersRound, type LucideIcon } from 'lucide-react';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import * as words from '#web/texts/friendships.tsx';

/** Source: CONT-06. */
const EMPTY: Record<ContactTab, { text: string; icon: LucideIcon }> = {
  friends: { text: words.noFriendsYet, icon: UsersRound },
  pending: { text: words.noPendingFriendRequests, icon: Inbox },
  sent: { text: words.noSentRequests, icon: Send },
  discover: { text: words.noNewPeopleToDiscover, icon: Search },
};

export type EmptyContactsProps = {
  tab: ContactTab;
  search: string;
  /** Goes on in Discover, with the search as it is. */
  onDiscover: () => void;
  onClearSearch: () => void;
};

export function EmptyContacts({ tab, search, onDiscover, onClearSearch }: EmptyContactsProps) {
  const { text, icon } = EMPTY[tab];
  const isSearch = search !== '';
  const Icon = isSearch ? Search : icon;
  const goOn =
    tab !== 'discover' ? (
      <Button variant="secondary" onClick={onDiscover}>
        {isSearch ? words.searchInDiscover : words.discoverPeople}
      </Button>
    ) : isSearch ? (
      <Button variant="secondary" onClick={onClearSearch}>
        {words.showEveryone}
      </Button>
    ) : null;
  return (
    <EmptyState
      icon={<Icon aria-hidden="true" />}
      title={isSearch ? words.noResultsFor(search) : text}
      action={goOn}
    />
  );
}
