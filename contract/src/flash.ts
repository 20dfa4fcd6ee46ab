/** Distinct from each other and from a festival's lights; ink on them is legible. */
export const FLASH_COLOURS = ['#ff5a36', '#f4b400', '#2fd6c3', '#ff6bd6', '#7df25a', '#5ab4ff'] as const;
