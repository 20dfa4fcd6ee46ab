export type Point = { latitude: number; longitude: number };

/** Where whoever looks stands. */
export const HERE: Point = { latitude: 49.1838, longitude: -2.1095 };

/** Metres of a degree on the ground at this latitude, near enough for a few hundred metres. */
const LATITUDE_DEGREE_M = 111_217;
const LONGITUDE_DEGREE_M = 72_913;

/** The point so many metres off in a direction, in degrees clockwise from north. */
export function offFrom({ latitude, longitude }: Point, bearing: number, metres: number): Point {
  const course = (bearing * Math.PI) / 180;
  return {
    latitude: latitude + (metres * Math.cos(course)) / LATITUDE_DEGREE_M,
    longitude: longitude + (metres * Math.sin(course)) / LONGITUDE_DEGREE_M,
  };
}
