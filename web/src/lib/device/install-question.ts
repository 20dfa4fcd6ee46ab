/** Only Chromium has it, so the DOM's types do not. */
export type InstallQuestion = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

declare global {
  var installQuestion: InstallQuestion | null | undefined;
}

/** Keeps the browser's install prompt (PWA-02). In a file of its own: it comes early, or never. */
export function keepInstallQuestion(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    globalThis.installQuestion = event as InstallQuestion;
  });
  // Also from the browser's own menu.
  addEventListener('appinstalled', () => {
    globalThis.installQuestion = null;
  });
}
