import { firstEventProblem } from '@hereabouts/contract/event-problems';
import type { CompleteEventInput, EventInput, EventSubstance } from '@hereabouts/contract/events';
import { HttpError } from '#server/http/errors.ts';

/** How many characters the rows and index entries of an event, and of a guest, count as. */
const EVENT_CHARS = 1_000;
const GUEST_CHARS = 100;

/** Characters of the quota that new accounts share. */
export const storedChars = ({
  title,
  description,
  location_name,
  location_address,
  invitee_ids,
}: Pick<EventSubstance, 'title' | 'description' | 'location_name' | 'location_address'> & {
  invitee_ids: readonly string[];
}): number =>
  EVENT_CHARS +
  GUEST_CHARS * invitee_ids.length +
  [title, description, location_name, location_address].reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Converts the times to UTC. @throws HttpError `invalid` with the form's first problem (EVF-11) */
export function completeInput<I extends EventInput>(input: I): I & CompleteEventInput {
  const problem = firstEventProblem(input);
  if (problem !== null) throw new HttpError('invalid', problem);
  const complete = input as I & CompleteEventInput;
  return {
    ...complete,
    start_time: new Date(complete.start_time).toISOString(),
    end_time: new Date(complete.end_time).toISOString(),
  };
}
