import { useEffect, useState } from 'react';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import * as recurring from '#web/texts/recurring.ts';

type Arrivals = typeof import('./arrivals/arrivals.tsx');

let arrivals: Arrivals | null = null;

/** Where this fails, pages that are on their way show their header only. */
const loadArrivals = () =>
  import('./arrivals/arrivals.tsx').then(
    (loaded) => (arrivals = loaded),
    () => null,
  );

/** Loads the placeholders of pages, and later the pages. */
export const useArrivals = () =>
  useEffect(() => void loadArrivals().then((loaded) => loaded?.prefetchPages()), []);

export type Arrival = 'Event' | 'Chat' | 'User';

const BARE = {
  Event: [recurring.event, recurring.loadingEventDetails, '/', recurring.backToHome],
  Chat: [recurring.chat, recurring.loadingMessages, '/', recurring.backToHome],
  User: [recurring.profile, recurring.loadingProfile, '/contacts', recurring.backToContacts],
} as const;

/** A page whose own part has not loaded: with what is known, or its header and the way back (EVD-15). */
function Arriving({ at }: { at: Arrival }) {
  const [Part, setPart] = useState(() => arrivals?.[at]);
  useEffect(() => {
    if (!Part) void loadArrivals().then(() => setPart(() => arrivals?.[at]));
  }, [Part, at]);
  if (Part) return <Part />;
  const [title, label, backTo, backLabel] = BARE[at];
  return (
    <Page title={title} width={at === 'Event' ? 'wide' : 'normal'}>
      <PageHeader title={title} backTo={backTo} backLabel={backLabel} />
      <p role="status">{label}</p>
    </Page>
  );
}

export const arriving = (at: Arrival) => <Arriving at={at} />;
