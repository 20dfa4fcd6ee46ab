/** From the page's head; empty while developing. */
export function pageMeta(name: 'epoch' | 'release'): string {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="hereabouts-${name}"]`)?.content ?? '';
  return found.startsWith('%') ? '' : found;
}
