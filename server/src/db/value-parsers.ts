import pg from 'pg';

type Parse = (text: string) => unknown;

const UTC_OFFSET = '+00';
const MILLISECOND_DIGITS = 3;

/** `text`: `2026-06-20 12:00:00.123456+00`, as the session is in UTC. Microseconds are cut off. */
export function parseTimestamp(text: string): string {
  if (!text.endsWith(UTC_OFFSET) || text[10] !== ' ') {
    return text.includes('infinity') ? text : new Date(text).toISOString();
  }
  const fraction = text.length > 22 ? text.slice(20, -UTC_OFFSET.length) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.slice(0, MILLISECOND_DIGITS).padEnd(MILLISECOND_DIGITS, '0')}Z`;
}

const asText: Parse = (text) => text;
const asBoolean: Parse = (text) => text === 't';
const asJson: Parse = (text) => JSON.parse(text);

/** Other types stay text. Source: pg_type.dat. */
const TYPES: readonly (readonly [oid: number, arrayOid: number, parse: Parse])[] = [
  [16, 1000, asBoolean], // bool
  [20, 1016, Number], // int8: ids and counts stay below 2^53
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [25, 1009, asText], // text
  [26, 1028, Number], // oid
  [114, 199, asJson], // json
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1043, 1015, asText], // varchar
  [1184, 1185, parseTimestamp], // timestamptz
  [1700, 1231, Number], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, asJson], // jsonb
];

const arrays = pg.types.arrayParser as unknown as {
  create(text: string, parse: Parse): { parse(): unknown[] };
};

const parsers = new Map<number, Parse>();
for (const [oid, arrayOid, parse] of TYPES) {
  parsers.set(oid, parse);
  parsers.set(arrayOid, (text) => arrays.create(text, parse).parse());
}
parsers.set(17, (text) => Buffer.from(text.slice(2), 'hex')); // bytea, in its hex form

export const valueParsers = { getTypeParser: (oid: number): Parse => parsers.get(oid) ?? asText };
