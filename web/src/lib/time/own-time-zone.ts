/** Of this device: "Europe/Jersey". */
export const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
