import { webClock } from '#web/lib/time/clock.ts';

/** The browser has taken the file over by then. */
const FILE_KEPT_MS = 60_000;

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  webClock.after(FILE_KEPT_MS, () => URL.revokeObjectURL(url));
}
