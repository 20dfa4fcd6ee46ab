import type { Person } from '@hereabouts/contract/person';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownEvent } from '#web/features/events/components/event-arrival.tsx';
import { knownEvent, knownPerson } from './known.ts';

/** What is known when the page is opened; later reads do not change it. `eventId` is null where the address is of no event. */
export function useKnownEvent(eventId: number | null): KnownEvent | null {
  const client = useQueryClient();
  return useState(() => (eventId === null ? null : knownEvent(client, eventId)))[0];
}

export function useKnownPerson(userId: string): Person | null {
  const client = useQueryClient();
  return useState(() => knownPerson(client, userId))[0];
}
