import type { EventOffer } from '@hereabouts/contract/event-links';
import { defaultEventImage } from '@hereabouts/contract/uploads';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { OpenFrame } from './app/open-page.tsx';
import { ForgotPasswordPage } from './features/account/forgot-password-page.tsx';
import { LoginPage } from './features/account/login-page.tsx';
import { RegisterPage } from './features/account/register-page.tsx';
import { JoinPage } from './features/event-links/join-page.tsx';
import { TOKEN_PLACE } from './features/event-links/offer-in-page.ts';
import { offerKey } from './features/event-links/queries.ts';
import { SETTINGS_KEY } from './lib/api/use-settings.ts';

type Page = {
  path: string;
  source: string;
  /** The script that writes the page's data into its markup. */
  fill: string | null;
  markup: () => string;
};

/** Pages equal for everybody, but for what `fill` writes into them, for scripts/prerender.mjs (PWA-07). */
export const PAGES: readonly Page[] = [
  page('/login', 'src/features/account/login-page.tsx', <LoginPage />),
  page('/register', 'src/features/account/register-page.tsx', <RegisterPage />),
  page('/forgot-password', 'src/features/account/forgot-password-page.tsx', <ForgotPasswordPage />),
  {
    path: '/join/:token',
    source: 'src/app/pages/join.tsx',
    fill: 'src/early-offer.ts',
    markup: () => withoutPicture(markupOf(`/join/${TOKEN_PLACE}`, INVITATION)),
  },
];

const INVITATION = (
  <OpenFrame>
    <JoinPage token="" viewerId={null} />
  </OpenFrame>
);

function page(path: string, source: string, content: ReactNode): Page {
  return { path, source, fill: null, markup: () => markupOf(path, content) };
}

function markupOf(path: string, content: ReactNode): string {
  const client = new QueryClient();
  client.setQueryData(offerKey('', null), BLANK_OFFER);
  client.setQueryData(SETTINGS_KEY, { guests: true });
  return renderToStaticMarkup(
    <StrictMode>
      <QueryClientProvider client={client}>
        <StaticRouter location={path}>{content}</StaticRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}

/** None is loaded in vain: the page's script sets it. */
const withoutPicture = (markup: string): string =>
  markup.replace(/<link rel="preload" as="image"[^>]*>/, '').replace(defaultEventImage(0), 'data:,');

/** `host_name` is not empty, because that has a text of its own. */
const BLANK_OFFER: EventOffer = {
  title: '',
  start_time: '2000-01-01T00:00:00.000Z',
  end_time: '2000-01-01T00:00:00.000Z',
  location_name: '',
  image: null,
  host_name: ' ',
  going_count: 0,
  places: null,
  bring_max: 0,
  is_full: false,
  guests_allowed: true,
  guest_of: null,
};
