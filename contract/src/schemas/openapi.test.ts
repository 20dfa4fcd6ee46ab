import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { routes } from '../routes.ts';

test('the document names every route once, with its parameters and answer', () => {
  const { paths } = openApiDocument('1.0.0') as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.values(paths).flatMap((path) =>
    Object.values(path).map((one) => one.operationId),
  );
  expect(operations.toSorted()).toEqual(Object.keys(routes).toSorted());
});

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(openApiDocument('1.0.0'));
  expect(result).toMatchObject({ valid: true });
});
