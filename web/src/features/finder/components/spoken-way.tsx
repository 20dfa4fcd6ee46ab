import { useEffect, useState } from 'react';
import { compassWord } from '#web/lib/geo.ts';
import type { Way } from '#web/lib/way.ts';
import { compass } from '#web/lib/heading/use-heading.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { announce, type Said } from '../announcer.ts';
import { directionWords, spokenDistance } from '../direction-words.ts';
import { aroundText } from '../finding.ts';

type Props = { name: string; way: Way; around: boolean; isOld: boolean; nowMs: number };

/** The arrow and the number for those who hear them: where somebody is as one faces, at a calm rate. */
export function SpokenWay({ name, way, around, isOld, nowMs }: Props) {
  const [said, setSaid] = useState<Said | null>(null);
  useEffect(() => {
    setSaid((before) => announce(before, wordsOf(name, way, around, isOld), nowMs, around));
  }, [name, way, around, isOld, nowMs]);
  return (
    <VisuallyHidden>
      {/* A new element for the same words, or they would not be read again. */}
      <span role="status">{said ? <span key={said.atMs}>{said.text}</span> : null}</span>
    </VisuallyHidden>
  );
}

function wordsOf(name: string, way: Way, around: boolean, isOld: boolean): string {
  const text = around ? aroundText(way) : `${whereTo(way)}, ${spokenDistance(way.distanceM)}`;
  return isOld ? `${name}, last seen ${text}` : `${name}: ${text}`;
}

function whereTo({ bearingDeg }: Way): string {
  const heading = compass.snapshot();
  if (heading.kind === 'known') return directionWords(heading.headingDeg, bearingDeg);
  return `${compassWord(bearingDeg)} of you`;
}
