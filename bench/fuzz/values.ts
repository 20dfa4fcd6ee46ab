import { randomUUID } from 'node:crypto';
import type { Random } from './random.ts';

/** The part of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
};

/** Ids that exist in the world under test, so that requests reach past the first check. */
export type KnownIds = { readonly numbers: readonly number[]; readonly uuids: readonly string[] };

const DEEP = 3_000;
const NESTED_TEXT = `${'['.repeat(60_000)}${']'.repeat(60_000)}`;
const LONG = 'x'.repeat(5_001);
const STRINGS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\u0000\u0001\u001b[31m',
  '\ud800',
  '\u202eevil\u2066',
  '\u200b\u3164',
  '👩‍👩‍👧‍👦'.repeat(40),
  "' or 1=1 --",
  '%_\\',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  '${jndi:ldap://x}',
  '__proto__',
  'NaN',
  '1e400',
  '0x10',
  '-1',
  '9'.repeat(400),
  LONG,
  '٣٤',
  '2026-13-45T99:99:99Z',
  '+999999-12-31T00:00:00Z',
  '0000-01-01T00:00:00Z',
  `https://a.b/${')'.repeat(3_900)}`,
];
const NUMBERS = [0, -0, -1, 1, 0.5, 1e21, -1e21, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 91, 181];

function deeply(wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'end';
  for (let depth = 0; depth < DEEP; depth++) value = wrap(value);
  return value;
}
const HOSTILE_TREES: readonly unknown[] = [
  deeply((inner) => [inner]),
  deeply((inner) => ({ a: inner })),
  Array.from({ length: 2_000 }, (_, at) => at),
  Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key${at}`, at])),
  JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}}'),
];

export const hostileString = (random: Random): string => random.pick(STRINGS);

/** Something that belongs nowhere. */
export function hostileValue(random: Random): unknown {
  const kind = random.below(8);
  if (kind < 3) return hostileString(random);
  if (kind < 5) return random.pick(NUMBERS);
  if (kind === 5) return random.pick([null, true, false, [], {}]);
  return kind === 6 ? random.pick(HOSTILE_TREES) : [hostileString(random), null, -1];
}

/** What the schema asks for, with each part replaced by something hostile at the given probability. */
export function valueFor(schema: Schema, random: Random, known: KnownIds, hostility: number): unknown {
  if (random.chance(hostility)) return hostileValue(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueFor(random.pick(choices), random, known, hostility);
  const type = typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string']);
  switch (type) {
    case 'object':
      return objectFor(schema, random, known, hostility);
    case 'array': {
      const length = random.chance(hostility) ? 1_200 : random.below(4);
      return Array.from({ length }, () => valueFor(schema.items ?? {}, random, known, hostility));
    }
    case 'integer':
      return random.chance(0.6) && known.numbers.length > 0 ? random.pick(known.numbers) : random.below(500);
    case 'number':
      return (schema.minimum ?? 0) + random.next() * ((schema.maximum ?? 100) - (schema.minimum ?? 0));
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    default:
      return stringFor(schema, random, known);
  }
}

function objectFor(
  { properties = {}, required = [] }: Schema,
  random: Random,
  known: KnownIds,
  hostility: number,
): unknown {
  const value: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const isLeftOut = required.includes(name) ? random.chance(hostility) : random.chance(0.4);
    if (!isLeftOut) value[name] = valueFor(property, random, known, hostility);
  }
  if (random.chance(hostility)) value[hostileString(random)] = hostileValue(random);
  return value;
}

function stringFor({ format, maxLength }: Schema, random: Random, known: KnownIds): string {
  if (format === 'uuid')
    return random.chance(0.8) && known.uuids.length > 0 ? random.pick(known.uuids) : randomUUID();
  if (format === 'date-time') return new Date(Date.now() + (random.next() - 0.3) * 4e8).toISOString();
  if (format === 'email') return `fuzz-${random.below(1e9)}@example.org`;
  const words = ['Harbour', 'swim', 'Róisín', '北', '☀️', 'left of the stage', 'at 9'];
  const text = Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ');
  return maxLength !== undefined && random.chance(0.05) ? 'y'.repeat(maxLength + 1) : text;
}

/** A body as text: mostly JSON of `value`, sometimes broken on the way. */
export function bodyText(value: unknown, random: Random): string {
  const kind = random.below(40);
  if (kind === 0) return NESTED_TEXT;
  // Lone surrogates and undefined are what JSON.stringify is for.
  const text = JSON.stringify(value) ?? 'null';
  if (kind === 1) return text.slice(0, random.below(text.length + 1));
  if (kind === 2) return `${text}}`;
  if (kind === 3) return '\ufeff' + text;
  return text;
}
