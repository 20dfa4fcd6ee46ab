/** `places` is null where there is no limit; `going` counts as HOST-01 does. */
export type Room = { places: number | null; going: number };

/** How many more people can come; negative after the limit was lowered (HOST-04). */
export const freePlaces = ({ places, going }: Room): number => (places === null ? Infinity : places - going);
