import { isAway } from '#web/lib/device/away.ts';
import * as texts from '#web/texts/app.ts';
import { ApiError } from './api.ts';

/** Exact text (PWA-06). */
export const OFFLINE_TEXT = texts.youAreOfflineTryAgainWhen;

/** What an action says that failed: `own`, or that the device is offline, unless the server has answered. */
export function failureText(own: string, error?: unknown): string {
  const hasAnswered = error instanceof ApiError && error.code !== null && error.code !== 'unavailable';
  return isAway() && !hasAnswered ? OFFLINE_TEXT : own;
}
