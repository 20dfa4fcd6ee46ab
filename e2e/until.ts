const LATER_DAY = String.raw`\w{3} \d+ \w{3}`;
const TIME = String.raw`\d\d:\d\d`;

/** A text that ends with until when: late in the evening that is another day. */
export const untilText = (start: string) => new RegExp(`^${start} (${LATER_DAY} at )?${TIME}$`);

/** A text with when something ends, "at" a time or "on" another day. */
export const endsText = (start: string, rest: string) =>
  new RegExp(`^${start} (at|on ${LATER_DAY} at) ${TIME}${rest}$`);
