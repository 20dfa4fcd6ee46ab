import { turnDeg } from '#web/lib/geo/angles.ts';
import * as texts from '#web/texts/finder.tsx';
import { bigDistance } from './finding.ts';

/** Direction relative to the heading: "ahead, slightly left". */
export function directionWords(headingDeg: number, bearingDeg: number): string {
  const turn = turnDeg(headingDeg, bearingDeg);
  const side = turn < 0 ? 'left' : 'right';
  const far = Math.abs(turn);
  if (far <= 10) return texts.straightAhead;
  if (far <= 35) return texts.aheadSlightlySide(side);
  if (far <= 65) return texts.aheadToTheSide(side);
  if (far <= 115) return texts.toTheSide(side);
  if (far <= 160) return texts.behindYouToTheSide(side);
  return texts.behindYou;
}

/** For screen readers; steps wide enough not to chatter about each metre. */
export function spokenDistance(metres: number): string {
  const step = metres < 30 ? 5 : 10;
  const { value, unit } = bigDistance(Math.max(5, Math.round(metres / step) * step));
  return unit === 'm' ? texts.metres(value) : texts.kilometres(value);
}
