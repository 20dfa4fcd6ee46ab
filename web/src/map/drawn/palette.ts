export type Palette = Record<'sea' | 'shallows' | 'shore' | 'land' | 'coast' | 'grid', string>;

const NAMES = ['sea', 'shallows', 'shore', 'land', 'coast', 'grid'] as const;

/** Resolves map.css's colours at `element`, because a canvas supports neither `var()` nor `light-dark()`. */
export function readPalette(element: HTMLElement): Palette {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const entries = NAMES.map((name) => {
    probe.style.color = `var(--map-${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Palette;
}

/** Calls back when the product turns light or dark, by the system's setting or by `data-theme`. */
export function onThemeChange(callback: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(callback);
  system.addEventListener('change', callback);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', callback);
    chosen.disconnect();
  };
}
