import { CONTACT_TABS, type Contact, type ContactTab } from '@hereabouts/contract/friendships';
import { SEARCH_MAX } from '@hereabouts/contract/limits';
import { useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useDebounced } from '#web/lib/time/use-debounced.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { Tabs } from '#web/ui/layout/tabs.tsx';
import * as recurring from '#web/texts/recurring.ts';
import * as texts from '#web/texts/friendships.tsx';
import { useContacts } from './queries.ts';
import { useKeptSearch } from './use-kept-search.ts';
import type { ContactsPanelProps } from './components/contacts-panel.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import styles from './contacts-page.module.css';

const loadPanel = () => import('./components/contacts-panel.tsx').then((module) => module.ContactsPanel);
const ContactsPanel = lazyComponent<ContactsPanelProps>(loadPanel, {
  loading: <Loading label={recurring.loading} />,
  failedTitle: texts.couldNotLoadThisList,
});
loadPanel().catch(() => {});

const LABELS: Record<ContactTab, string> = {
  friends: texts.myFriends,
  pending: texts.pending,
  sent: texts.sent,
  discover: texts.discover,
};
const SEARCH_DELAY_MS = 200;

type Props = {
  actions?: ReactNode;
  onInvite: (friend: Contact) => void;
};

/** Friends, requests both ways, and everybody else. Source: CONT-01 to CONT-10. */
export function ContactsPage({ actions, onInvite }: Props) {
  const [params, setParams] = useSearchParams();
  const tab = CONTACT_TABS.find((known) => known === params.get('tab')) ?? 'friends';
  const [typed, setTyped] = useKeptSearch();
  const search = useDebounced(typed.trim(), SEARCH_DELAY_MS);
  const query = useContacts(tab, search);
  // Every answer carries the counts; between two tabs the last ones stay.
  const answered = query.data?.pages.at(-1)?.counts;
  const [counts, setCounts] = useState(answered);
  if (answered !== undefined && answered !== counts) setCounts(answered);

  const choose = (next: ContactTab) => setParams(next === 'friends' ? {} : { tab: next }, { replace: true });

  const page = useRef<HTMLDivElement>(null);
  const focus = (selector: string) => page.current?.querySelector<HTMLElement>(selector)?.focus();

  return (
    <Page title={texts.friendsContacts} className={styles.page ?? ''}>
      <PageHeader title={texts.friendsContacts} backTo="/home" backLabel={recurring.backToHome} />
      <div ref={page} className={styles.parts}>
        <div className={styles.search}>
          <SearchField
            placeholder={tab === 'discover' ? texts.searchPeople : texts.searchTab(LABELS[tab])}
            value={typed}
            onChange={setTyped}
            maxLength={SEARCH_MAX}
          />
          {actions}
        </div>
        <Tabs
          label={texts.contacts}
          value={tab}
          onChange={choose}
          renderPeek={(neighbour) => <Peek tab={neighbour} search={search} />}
          items={CONTACT_TABS.map((value) => ({
            value,
            label: LABELS[value],
            count: value === 'discover' ? undefined : counts?.[value],
            attention: value === 'pending',
          }))}
        >
          <ContactsPanel
            key={tab}
            tab={tab}
            search={search}
            query={query}
            onInvite={onInvite}
            onDiscover={() => {
              // What proposes it goes with the list, and the focus would be lost.
              focus('[role=tab][id$=-discover]');
              choose('discover');
            }}
            onClearSearch={() => {
              setTyped('');
              focus('input');
            }}
          />
        </Tabs>
      </div>
    </Page>
  );
}

const nothing = () => {};

/** A neighbour of the chosen tab, for the eye only. */
function Peek({ tab, search }: { tab: ContactTab; search: string }) {
  return (
    <ContactsPanel
      tab={tab}
      search={search}
      query={useContacts(tab, search)}
      onInvite={nothing}
      onDiscover={nothing}
      onClearSearch={nothing}
    />
  );
}
