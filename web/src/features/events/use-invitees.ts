import type { EventInvite } from '@hereabouts/contract/events';
import { useMemo } from 'react';
import type { PickablePerson } from '#web/ui/forms/person-picker.tsx';
import { useCandidates } from './form-queries.ts';

export type Choice =
  | { state: 'loading' }
  | { state: 'failed'; retry: () => void; isRetrying: boolean }
  | { state: 'ready'; people: readonly PickablePerson[]; selected: ReadonlySet<string> };

const NOBODY: readonly PickablePerson[] = [];

/** Without people who cannot be invited. Guests from the start of the form stay: whoever has become an account since would
 * else count as deselected (EVF-15, GUEST-04). */
export function selectedOf(
  chosenIds: readonly string[],
  loadedIds: readonly string[],
  people: readonly { id: string }[] = NOBODY,
): ReadonlySet<string> {
  const known = new Set([...loadedIds, ...people.map(({ id }) => id)]);
  return new Set(chosenIds.filter((id) => known.has(id)));
}

/** The same, also before the candidates have come: they are read where somebody chosen may be none of them (HOST-07). */
export async function inviteesOf(
  choice: Choice,
  chosenIds: readonly string[],
  loadedIds: readonly string[],
  readCandidates: () => Promise<readonly { id: string }[]>,
): Promise<readonly string[]> {
  if (choice.state === 'ready') return [...choice.selected];
  const areLoaded = chosenIds.every((id) => loadedIds.includes(id));
  return areLoaded ? chosenIds : [...selectedOf(chosenIds, loadedIds, await readCandidates())];
}

/** Candidates and earlier invitees who are none (EVF-16); for a past event only earlier invitees. `coHostedId`: the event in the
 * form of a co-host. */
export function useInvitees(
  chosenIds: readonly string[],
  loadedIds: readonly string[],
  invites: readonly EventInvite[],
  hasEnded: boolean,
  coHostedId: number | null,
): Choice {
  const query = useCandidates(coHostedId, !hasEnded);
  const candidates = hasEnded ? NOBODY : query.data;
  const people = useMemo(() => candidates && peopleOf(candidates, invites), [candidates, invites]);
  const selected = useMemo(() => selectedOf(chosenIds, loadedIds, people), [people, chosenIds, loadedIds]);
  const ready = useMemo(() => people && { state: 'ready' as const, people, selected }, [people, selected]);
  if (ready) return ready;
  if (query.isPending) return { state: 'loading' };
  return { state: 'failed', retry: () => void query.refetch(), isRetrying: query.isFetching };
}

function peopleOf(candidates: readonly PickablePerson[], invites: readonly EventInvite[]): PickablePerson[] {
  const candidateIds = new Set(candidates.map(({ id }) => id));
  const others = invites.filter(({ user }) => !candidateIds.has(user.id));
  return [...others.map(({ user }) => ({ ...user, email: null })), ...candidates];
}
