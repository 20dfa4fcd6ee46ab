import { normalDeg, toDegrees, toRadians } from './angles.ts';

export type Point = { latitude: number; longitude: number };

/* Great-circle formulas on WGS84's auxiliary sphere with a first-order flattening correction (Vincenty's series, truncated).
 * A plain sphere of any radius exceeds 0.1 % at Jersey: the radii of curvature are 6,372 km northwards, 6,390 km eastwards. */
const EQUATOR_RADIUS_M = 6_378_137;
const FLATTENING = 1 / 298.257223563;
const POLAR_RADIUS_M = EQUATOR_RADIUS_M * (1 - FLATTENING);
/** A quarter of the second eccentricity squared: the weight of the first-order terms. */
const STRETCH = ((EQUATOR_RADIUS_M / POLAR_RADIUS_M) ** 2 - 1) / 4;

/** Metres along the ground from one point to the other; 0 for the same point. */
export function distanceM(from: Point, to: Point): number {
  const path = pathBetween(from, to);
  return path.arc === 0 ? 0 : arcLengthM(path.arc, path.sinStart * path.sinEnd, path.sinNode);
}

/** Initial bearing: degrees clockwise from true north, 0 ≤ b < 360; 0 for the same point. */
export function bearingDeg(from: Point, to: Point): number {
  return normalDeg(toDegrees(pathBetween(from, to).bearing));
}

export function destination(from: Point, bearing: number, metres: number): Point {
  const course = toRadians(bearing);
  const start = reducedLatitude(from.latitude);
  const [sinStart, cosStart] = [Math.sin(start), Math.cos(start)];
  const sinNode = cosStart * Math.sin(course);
  const sinEndAt = (arc: number) => sinStart * Math.cos(arc) + cosStart * Math.sin(arc) * Math.cos(course);

  let arc = metres / POLAR_RADIUS_M;
  // Each step leaves about a three-hundredth of the error: three bring it below the millimetre.
  for (let step = 0; step < 3; step += 1) {
    arc += (metres - arcLengthM(arc, sinStart * sinEndAt(arc), sinNode)) / POLAR_RADIUS_M;
  }
  const sinEnd = sinEndAt(arc);
  const turn = Math.atan2(Math.sin(course) * Math.sin(arc) * cosStart, Math.cos(arc) - sinStart * sinEnd);
  const north = cosStart * Math.cos(arc) * Math.cos(course) - sinStart * Math.sin(arc);
  return {
    latitude: toDegrees(Math.atan2(sinEnd, (1 - FLATTENING) * Math.hypot(sinNode, north))),
    longitude: ((from.longitude + toDegrees(turn - FLATTENING * sinNode * arc) + 540) % 360) - 180,
  };
}

/** A distance in words: "under 10 m", "40 m", "350 m", "1.2 km", "25 km". */
export function formatDistance(metres: number): string {
  if (metres < 10) return 'under 10 m';
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  const km = metres / 1000;
  return `${(km < 9.95 ? Math.round(km * 10) / 10 : Math.round(km)).toLocaleString('en-GB')} km`;
}

const COMPASS_WORDS = [
  'north',
  'north-east',
  'east',
  'south-east',
  'south',
  'south-west',
  'west',
  'north-west',
] as const;
export type CompassWord = (typeof COMPASS_WORDS)[number];

/** The nearest of the eight directions: "north-east" for 40°. */
export function compassWord(bearing: number): CompassWord {
  return COMPASS_WORDS[Math.round(normalDeg(bearing) / 45) % 8] ?? 'north';
}

type Path = { arc: number; bearing: number; sinStart: number; sinEnd: number; sinNode: number };

function pathBetween(from: Point, to: Point): Path {
  const longitude = toRadians(to.longitude - from.longitude);
  const [start, end] = [reducedLatitude(from.latitude), reducedLatitude(to.latitude)];
  const rough = greatCircle(start, end, longitude);
  return greatCircle(start, end, longitude + FLATTENING * rough.sinNode * rough.arc);
}

/** `arc` and `bearing` in radians; `sinNode` is the sine of the azimuth at which the circle crosses the equator. */
function greatCircle(start: number, end: number, turn: number): Path {
  const [sinStart, cosStart, sinEnd, cosEnd] = [
    Math.sin(start),
    Math.cos(start),
    Math.sin(end),
    Math.cos(end),
  ];
  const east = cosEnd * Math.sin(turn);
  // cos·sin − sin·cos·cos(turn), written so that near points lose no digits.
  const north = Math.sin(end - start) + 2 * sinStart * cosEnd * Math.sin(turn / 2) ** 2;
  const sinArc = Math.hypot(east, north);
  const arc = Math.atan2(sinArc, sinStart * sinEnd + cosStart * cosEnd * Math.cos(turn));
  return {
    arc,
    bearing: Math.atan2(east, north),
    sinStart,
    sinEnd,
    sinNode: sinArc === 0 ? 0 : (cosStart * east) / sinArc,
  };
}

function arcLengthM(arc: number, sinProduct: number, sinNode: number): number {
  const tilt = 1 - sinNode ** 2;
  const uneven = tilt * Math.cos(arc) - 2 * sinProduct;
  return POLAR_RADIUS_M * ((1 + STRETCH * tilt) * arc - STRETCH * uneven * Math.sin(arc));
}

function reducedLatitude(latitude: number): number {
  const angle = toRadians(latitude);
  return Math.atan2((1 - FLATTENING) * Math.sin(angle), Math.cos(angle));
}
