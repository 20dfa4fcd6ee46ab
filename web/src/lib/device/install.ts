import { useSyncExternalStore } from 'react';

/** `by_hand`: as on iOS; null: not possible, or installed. */
export type InstallWay = 'prompt' | 'by_hand' | null;

const ASKED = 'hereabouts:install-asked';
const CHANGES = ['beforeinstallprompt', 'appinstalled', ASKED];

export function useInstallWay(): InstallWay {
  return useSyncExternalStore(subscribe, installWay);
}

/** The prompt can be shown once. */
export async function askToInstall(): Promise<void> {
  const asked = globalThis.installQuestion;
  try {
    await asked?.prompt();
  } finally {
    if (globalThis.installQuestion === asked) globalThis.installQuestion = null;
    dispatchEvent(new Event(ASKED));
  }
}

function installWay(): InstallWay {
  // Safari on iOS alone has this property: whether the page was opened from the home screen.
  const { standalone } = navigator as { standalone?: boolean };
  if (standalone === true || matchMedia('(display-mode: standalone)').matches) return null;
  if (globalThis.installQuestion) return 'prompt';
  return standalone === false ? 'by_hand' : null;
}

function subscribe(listener: () => void): () => void {
  for (const change of CHANGES) addEventListener(change, listener);
  return () => {
    for (const change of CHANGES) removeEventListener(change, listener);
  };
}
