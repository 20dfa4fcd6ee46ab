const MORNING_H = 10;
const HOURS = 24;
const FURTHEST_EAST_H = 14;

/** A zone in which it is about ten in the morning: what happens within hours from now happens today there. */
export function zoneOfMorning(): string {
  const ahead = (MORNING_H - new Date().getUTCHours() + HOURS) % HOURS;
  const offset = ahead > FURTHEST_EAST_H ? ahead - HOURS : ahead;
  // The sign of these names is that of old Unix: the other way round.
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
}
