import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { readFormFile } from './form-file.ts';

const CHUNK_BYTES = 64 * 1024;
const CHUNKS = 50;
const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n';

/** A request of many chunks that are made when they are asked for, and how many were. */
function requestOf(first: string, unit: string) {
  const chunk = Buffer.from(unit.repeat(Math.ceil(CHUNK_BYTES / unit.length)));
  const request = new IncomingMessage(new Socket());
  request.headers['content-type'] = 'multipart/form-data; boundary=x';
  let made = 0;
  request._read = () => {
    made += 1;
    request.push(made === 1 ? Buffer.concat([Buffer.from(first), chunk]) : made > CHUNKS ? null : chunk);
  };
  return { request, made: () => made };
}

const read = (request: IncomingMessage) =>
  readFormFile(request, { field: 'file', maxBytes: 5_000_000, received: () => {} });

test.each([
  ['parts of no byte', '', '--x\r\n\r\n\r\n'],
  ['boundaries alone', '', '--x\r\n'],
  ['small parts', '', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'],
  ['lines of headers', '--x\r\n', 'A: b\r\n'],
  ['one long header', '--x\r\nA: ', 'b'],
  ['lines before the first part', '', '\n'],
  ['a field without an end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n', 'x'],
])('a form of %s is read no further than its limits (S65)', async (_name, first, unit) => {
  const { request, made } = requestOf(first, unit);
  await expect(read(request)).rejects.toThrow('unreadable');
  expect(made()).toBeLessThan(5);
  expect(request.destroyed).toBe(false);
});

test('a file may be as long as its limit, whatever is in it', async () => {
  const { request } = requestOf(`${HEAD}\r\n`, '\r\n--y');
  await expect(read(request)).rejects.toThrow('unreadable');
  const end = Buffer.from(`${HEAD}\r\n${'\r\n--y'.repeat(9_000)}\r\n--x--\r\n`);
  const whole = new IncomingMessage(new Socket());
  whole.headers['content-type'] = 'multipart/form-data; boundary=x';
  whole.push(end);
  whole.push(null);
  expect((await read(whole)).length).toBe(45_000);
});

test('a file of more bytes than the limit is refused before it has come', async () => {
  const { request, made } = requestOf(`${HEAD}\r\n`, 'x');
  const reading = readFormFile(request, { field: 'file', maxBytes: 100_000, received: () => {} });
  await expect(reading).rejects.toThrow('file_too_large');
  expect(made()).toBeLessThan(6);
});

test('a chunk of many slices makes the parser no more listeners than it may have', async () => {
  const warnings: string[] = [];
  const warn = ({ name }: Error) => void warnings.push(name);
  process.on('warning', warn);
  const whole = new IncomingMessage(new Socket());
  whole.headers['content-type'] = 'multipart/form-data; boundary=x';
  whole.push(Buffer.from(`${HEAD}\r\n${'y'.repeat(2_000_000)}\r\n--x--\r\n`));
  whole.push(null);
  expect((await read(whole)).length).toBe(2_000_000);
  await new Promise(setImmediate);
  process.off('warning', warn);
  expect(warnings).toEqual([]);
});
