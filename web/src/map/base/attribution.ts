/** The usual credit; an operator with another tile service sets another (`tile_attribution` of the settings). */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors';
export const DRAWN_ATTRIBUTION =
  '<span title="Stands in while the map service cannot be reached. Coasts are approximate.">Drawn base map</span> · ' +
  link('https://www.naturalearthdata.com/', 'Natural Earth');

/** Escapes text for Leaflet's attribution and links OpenStreetMap's notice, as its licence requires. */
export function attributionHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      'OpenStreetMap contributors',
      link('https://www.openstreetmap.org/copyright', 'OpenStreetMap contributors'),
    );
}

function link(href: string, text: string): string {
  return `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`;
}
