import type { Point } from './geodesy.ts';

type Watched = Point & { accuracyM: number };
type Locate = () => Promise<Watched | null> | null;

let locate: Locate = () => null;

/** Has the page's position watch answer others, who are loaded without it. */
export function answerByWatch(next: Locate): void {
  locate = next;
}

/** Null where no watch knows the position: then the device is to be asked. Beside a watch, Chrome reports a device that stands still
 * to nobody else. The promise is null for one that is not found in time. */
export const locateByWatch: Locate = () => locate();
