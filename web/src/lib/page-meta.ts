/** What the server has written into the page's head under this name; empty while developing. */
export function pageMeta(name: 'epoch' | 'release'): string {
  const found = document.querySelector<HTMLMetaElement>(`meta[name="hereabouts-${name}"]`)?.content ?? '';
  return found.startsWith('%') ? '' : found;
}
