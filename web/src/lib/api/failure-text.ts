import { isAway } from '#web/lib/device/away.ts';
import * as texts from '#web/texts/app.ts';
import { isServerResponse } from './api.ts';

/** Source: PWA-06. */
export const OFFLINE_TEXT = texts.offlineTryLater;

/** `own`, or that the device is offline, unless the server has answered. */
export function failureText(own: string, error?: unknown): string {
  const hasAnswered = isServerResponse(error) && error.code !== 'unavailable';
  return isAway() && !hasAnswered ? OFFLINE_TEXT : own;
}

/** The server's own words where it has answered; otherwise as `failureText`. */
export const failureMessage = (own: string, error: unknown): string =>
  isServerResponse(error) ? error.message : failureText(own, error);
