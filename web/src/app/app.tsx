import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { useSession } from '#web/auth/use-session.ts';
import { Toasts } from './toasts.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useKeptResponses } from './kept/use-kept-responses.ts';
import { createQueryClient } from './query-client.ts';
import { AppRoutes } from './routes.tsx';

export function App() {
  const session = useSession();
  const owner = session.status === 'signed_in' ? session.userId : null;
  const [held, setHeld] = useState(() => ({ owner, client: createQueryClient() }));
  // The query cache and unsent data belong to one person's session and end with it.
  if (held.owner !== owner) setHeld({ owner, client: createQueryClient() });
  useKeptResponses(held.client, session);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={held.client}>
        <BrowserRouter>
          <ConnectionBanner key={owner} />
          <AppRoutes />
          <Toasts />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
