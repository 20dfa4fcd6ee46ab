import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('nothing set gives the embedded defaults', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, s3: null, natsUrl: null, publicUrl: null });
  expect(config.database.url).toBeNull();
  expect(config.dataDir).toMatch(/\/data$/);
});

test('every setting that cannot be used is named at once', () => {
  const broken = {
    PORT: '99999',
    AUTH_CONFIRM_EMAIL: 'yes',
    DATABASE_URL: 'mysql://x',
    TILE_URL: 'https://t/',
    MAPS_SCRIPT_URL: 'maps.example/js',
    OPERATOR_EMAIL: 'operator',
  };
  for (const name of Object.keys(broken)) expect(() => readConfig(broken)).toThrow(name);
});

test('S3 needs its keys', () => {
  expect(() => readConfig({ S3_BUCKET: 'uploads' })).toThrow('S3_ACCESS_KEY_ID');
});
