/** Only Chromium has it, so the DOM's types do not. */
export type InstallQuestion = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

declare global {
  var installQuestion: InstallQuestion | null | undefined;
}

/** Keeps the browser's question for when somebody asks for it (PWA-02). Apart from what does: it comes early, or not
 * at all. */
export function keepInstallQuestion(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    globalThis.installQuestion = event as InstallQuestion;
  });
}
