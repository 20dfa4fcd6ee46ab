import type { LivePage } from '@hereabouts/contract/live';
import { cleanLine } from '@hereabouts/contract/visible-text';
import { useState, type FormEvent, type RefObject } from 'react';
import type { Point } from '#web/lib/geo/geodesy.ts';
import { meetAt } from '#web/live/meet-at.ts';
import type { useSetMeetingPoint } from '#web/live/queries.ts';
import { serverNow } from '#web/live/server-clock.ts';
import { showNotice } from '#web/ui/feedback/toast-store.ts';
import * as texts from '#web/texts/live.tsx';

export type SetMeetingPoint = ReturnType<typeof useSetMeetingPoint>;

type Options = {
  event: LivePage['event'];
  set: SetMeetingPoint;
  onSet: () => void;
  nameField: RefObject<HTMLInputElement | null>;
};

/** `problem`: the field that lacks something. */
export function useMeetingPointForm({ event, set, onSet, nameField }: Options) {
  const [name, setName] = useState('');
  const [time, setTime] = useState('');
  const [place, setPlace] = useState<Point | null>(null);
  const [problem, setProblem] = useState<'name' | 'place' | null>(null);

  function submit(submitted: FormEvent) {
    submitted.preventDefault();
    if (set.isPending) return;
    const clean = cleanLine(name);
    if (clean === '') {
      setProblem('name');
      return nameField.current?.focus();
    }
    if (place === null) return setProblem('place');
    setProblem(null);
    set.mutate(
      {
        name: clean,
        latitude: place.latitude,
        longitude: place.longitude,
        meet_at: meetAt(time, event, serverNow()),
      },
      {
        onSuccess() {
          showNotice(texts.meetingPointSet);
          onSet();
        },
      },
    );
  }

  return { name, setName, time, setTime, place, setPlace, problem, submit };
}
