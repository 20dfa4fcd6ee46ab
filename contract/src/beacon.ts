/** Distinct from each other and from a festival's lights; ink on them is legible. */
export const BEACON_COLOURS = ['#ff5a36', '#f4b400', '#2fd6c3', '#ff6bd6', '#7df25a', '#5ab4ff'] as const;

/** As people are told to look for them. */
export const BEACON_COLOUR_WORDS: Readonly<Record<(typeof BEACON_COLOURS)[number], string>> = {
  '#ff5a36': 'orange',
  '#f4b400': 'yellow',
  '#2fd6c3': 'turquoise',
  '#ff6bd6': 'pink',
  '#7df25a': 'green',
  '#5ab4ff': 'blue',
};
