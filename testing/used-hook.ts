import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** What `use` gives on a page with these queries. */
export function used<T>(use: () => T, client = new QueryClient()): T {
  const found: T[] = [];
  function Page() {
    found.push(use());
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Page)));
  return found[0]!;
}
