import * as z from 'zod/mini';

type JsonSchema = { [key: string]: unknown };

const CHECKS = new Set([
  '$schema',
  'pattern',
  'format',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
]);

/** `anyOf [T, null]` becomes a nullable T, so that fast-json-stringify never tries alternatives. */
export function serializerSchema(schema: z.ZodMiniType): JsonSchema {
  return lighten(z.toJSONSchema(schema, { target: 'draft-7', io: 'output', reused: 'inline' }));
}

function lighten(schema: JsonSchema): JsonSchema {
  const alternatives = schema['anyOf'] as JsonSchema[] | undefined;
  if (alternatives?.length === 2 && alternatives.some(isNull)) {
    return { ...lighten(alternatives.find((one) => !isNull(one)) as JsonSchema), nullable: true };
  }
  const light: JsonSchema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (CHECKS.has(key)) continue;
    light[key] = key === 'properties' ? mapValues(value as JsonSchema) : lightenValue(value);
  }
  return light;
}

const isNull = (schema: JsonSchema) => schema['type'] === 'null';

const mapValues = (properties: JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, lighten(one as JsonSchema)]));

const lightenValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? lighten(value as JsonSchema) : value;
