import { logError } from '#web/lib/log.ts';
import * as texts from '#web/texts/app.ts';
import styles from './error-box.module.css';

/** Without React, which could not start (ERR-01). */
export function showMountError(cause: unknown): void {
  logError('the app could not start', cause);
  const box = document.createElement('div');
  box.className = styles.box ?? '';
  box.setAttribute('role', 'alert');
  const title = document.createElement('h1');
  title.textContent = texts.reactMountError;
  const message = document.createElement('p');
  message.textContent = cause instanceof Error ? cause.message : String(cause);
  box.append(title, message);
  document.body.append(box);
}

export function logGlobalErrors(): void {
  addEventListener('error', (event) => logError('uncaught error', event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => logError('unhandled rejection', event.reason));
}
