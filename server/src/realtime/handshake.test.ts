import { expect, test } from 'vitest';
import { isAllowedOrigin, readToken } from './handshake.ts';

test.each([
  ['no page', undefined, 'a.example', null, true],
  ['the same host', 'https://a.example', 'a.example', null, true],
  ['the same host and port', 'http://localhost:3000', 'LOCALHOST:3000', null, true],
  ['another port', 'http://localhost:5173', 'localhost:3000', null, false],
  ['another host', 'https://b.example', 'a.example', null, false],
  ['the public address', 'https://p.example', '127.0.0.1:3000', 'https://p.example', true],
  ['another page beside a public address', 'https://b.example', '127.0.0.1:3000', 'https://p.example', false],
  ['a sandboxed page', 'null', 'a.example', null, false],
  ['a file', 'file://', '', null, false],
  ['no host', 'https://a.example', undefined, null, false],
])('origin: %s', (_, origin, host, publicUrl, allowed) => {
  expect(isAllowedOrigin(origin, host, publicUrl)).toBe(allowed);
});

test.each([
  [undefined, null],
  ['phoenix', null],
  ['phoenix, base64url.bearer.phx.', null],
  [`phoenix, base64url.bearer.phx.${btoa('a.b-c_d').replaceAll('=', '')}`, 'a.b-c_d'],
  [`base64url.bearer.phx.${btoa('token')},phoenix`, 'token'],
])('the token in %s', (protocols, token) => {
  expect(readToken(protocols)).toBe(token);
});
