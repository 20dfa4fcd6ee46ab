import type { ContactTab } from '@hereabouts/contract/friendships';
import { Inbox, Search, Send, UsersRound, type LucideIcon } from 'lucide-react';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

/** Exact texts of the product (CONT-06). */
const EMPTY: Record<ContactTab, { text: string; icon: LucideIcon }> = {
  friends: { text: 'No friends yet. Start by discovering new people!', icon: UsersRound },
  pending: { text: 'No pending friend requests', icon: Inbox },
  sent: { text: 'No sent requests', icon: Send },
  discover: { text: 'No new people to discover', icon: Search },
};

export type EmptyContactsProps = {
  tab: ContactTab;
  search: string;
  /** Goes on in Discover, with the search as it is. */
  onDiscover: () => void;
  onClearSearch: () => void;
};

/** A tab without anybody, or without anybody who is looked for. */
export function EmptyContacts({ tab, search, onDiscover, onClearSearch }: EmptyContactsProps) {
  const { text, icon } = EMPTY[tab];
  const isSearch = search !== '';
  const Icon = isSearch ? Search : icon;
  const goOn =
    tab !== 'discover' ? (
      <Button variant="secondary" onClick={onDiscover}>
        {isSearch ? 'Search in Discover' : 'Discover people'}
      </Button>
    ) : isSearch ? (
      <Button variant="secondary" onClick={onClearSearch}>
        Show everyone
      </Button>
    ) : null;
  return (
    <EmptyState
      icon={<Icon aria-hidden="true" />}
      title={isSearch ? `No results found for "${search}"` : text}
      action={goOn}
    />
  );
}
