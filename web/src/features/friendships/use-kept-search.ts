import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

/** By entry of the history. Whoever signs in next has another client. */
const typedOf = new WeakMap<QueryClient, Map<string, string>>();

/** What is typed in the search, and found again when one comes back to the page. */
export function useKeptSearch() {
  const { key } = useLocation();
  const client = useQueryClient();
  const [typed, setTyped] = useState(() => typedOf.get(client)?.get(key) ?? '');
  useEffect(() => {
    const kept = typedOf.get(client) ?? new Map<string, string>();
    typedOf.set(client, kept.set(key, typed));
  }, [client, key, typed]);
  return [typed, setTyped] as const;
}
