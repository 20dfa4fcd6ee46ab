/** `places` is null where there is no limit; `going` counts as HOST-01 does. */
export type Capacity = { places: number | null; going: number };

/** How many more people can come; negative after the limit was lowered (HOST-04). */
export const freePlaces = ({ places, going }: Capacity): number =>
  places === null ? Infinity : places - going;
