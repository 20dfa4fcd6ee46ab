import * as texts from '#web/texts/maps.tsx';
/** The usual credit; an operator with another tile service sets another (`tile_attribution` of the settings). */
export const OSM_ATTRIBUTION = '© OpenStreetMap contributors';
export const DRAWN_ATTRIBUTION =
  `<span title="${texts.drawnBaseMapHelp}">${texts.drawnBaseMap}</span> · ` +
  link('https://www.naturalearthdata.com/', texts.naturalEarth);

/** Escapes text for Leaflet's attribution and links OpenStreetMap's notice, as its licence requires. */
export function attributionHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(
      texts.openStreetMapContributors,
      link('https://www.openstreetmap.org/copyright', texts.openStreetMapContributors),
    );
}

function link(href: string, text: string): string {
  return `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`;
}
