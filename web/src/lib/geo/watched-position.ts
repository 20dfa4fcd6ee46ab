import type { Point } from './geodesy.ts';

type Watched = Point & { accuracyM: number };
type Locate = () => Promise<Watched | null> | null;

let locate: Locate = () => null;

/** Registers the page's position watch for modules that are loaded without it. */
export function answerByWatch(next: Locate): void {
  locate = next;
}

/** Null if no watch knows the position: then ask the device. While a watch runs, Chrome reports a stationary device to nobody else.
 * The promise resolves to null if the device is not found in time. */
export const locateByWatch: Locate = () => locate();
