import { useEffect, useState } from 'react';
import { compassWord } from '#web/lib/geo/geodesy.ts';
import type { BearingAndDistance } from '#web/lib/geo/bearing-and-distance.ts';
import { compass } from '#web/lib/device/heading/use-heading.ts';
import { VisuallyHidden } from '#web/ui/text/visually-hidden.tsx';
import * as texts from '#web/texts/finder.tsx';
import { announce, type Said, type Words } from '../announcer.ts';
import { directionWords, spokenDistance } from '../direction-words.ts';
import { aroundText } from '../finding.ts';

type Props = { name: string; way: BearingAndDistance; around: boolean; isOld: boolean; nowMs: number };

/** For screen readers, at a calm rate; the direction is relative to the heading. */
export function SpokenWay({ name, way, around, isOld, nowMs }: Props) {
  const [said, setSaid] = useState<Said | null>(null);
  const { kind, text } = wordsOf(name, way, around, isOld);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- read out only if the status is there before its text
    setSaid((before) => announce(before, { kind, text }, nowMs));
  }, [kind, text, nowMs]);
  const isSaid = said?.text === text;
  return (
    <VisuallyHidden>
      {/* A new element for the same words, or they would not be read again. */}
      <span role="status">{isSaid ? <span key={said.atMs}>{text}</span> : null}</span>
      {/* Not read out by itself, and there for whoever looks. */}
      {isSaid ? null : <span>{text}</span>}
    </VisuallyHidden>
  );
}

function wordsOf(name: string, way: BearingAndDistance, around: boolean, isOld: boolean): Words {
  const text = around ? aroundText(way) : `${whereTo(way)}, ${spokenDistance(way.distanceM)}`;
  return {
    kind: `${around ? 'around' : 'away'} ${isOld ? texts.lastSeen : 'live'}`,
    text: isOld ? texts.nameLastSeen(name, text) : `${name}: ${text}`,
  };
}

function whereTo({ bearingDeg }: BearingAndDistance): string {
  const heading = compass.snapshot();
  if (heading.kind === 'known') return directionWords(heading.headingDeg, bearingDeg);
  return texts.inDirection(compassWord(bearingDeg));
}
