import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { ForgotPasswordPage } from './features/account/forgot-password-page.tsx';
import { LoginPage } from './features/account/login-page.tsx';
import { RegisterPage } from './features/account/register-page.tsx';

/** The pages that everybody sees alike, with their modules, for scripts/prerender.mjs (PWA-07). */
export const PAGES: readonly { path: string; source: string; markup: () => string }[] = [
  page('/login', 'src/features/account/login-page.tsx', LoginPage),
  page('/register', 'src/features/account/register-page.tsx', RegisterPage),
  page('/forgot-password', 'src/features/account/forgot-password-page.tsx', ForgotPasswordPage),
];

function page(path: string, source: string, Page: ComponentType) {
  const markup = () =>
    renderToStaticMarkup(
      <StrictMode>
        <QueryClientProvider client={new QueryClient()}>
          <StaticRouter location={path}>
            <Page />
          </StaticRouter>
        </QueryClientProvider>
      </StrictMode>,
    );
  return { path, source, markup };
}
