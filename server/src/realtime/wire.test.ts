import fc from 'fast-check';
import * as phoenix from 'phoenix';
import { expect, test } from 'vitest';
import { encodeBinaryBroadcast, encodeMessage, isFrame, parseClientMessage } from './wire.ts';

/** The stock client's own serializer, which its type declarations leave out. */
const { Serializer } = phoenix as unknown as {
  Serializer: {
    encode(message: object, callback: (text: string) => void): void;
    decode(bytes: ArrayBuffer, callback: (message: BinaryMessage) => void): void;
  };
};
type BinaryMessage = { topic: string; event: string; payload: ArrayBuffer };

/** The payload of an unmasked frame, read as RFC 6455 says. */
function unframe(frame: Buffer): { opcode: number; payload: Buffer } {
  const short = frame.readUInt8(1);
  const [offset, length] =
    short < 126
      ? [2, short]
      : short === 126
        ? [4, frame.readUInt16BE(2)]
        : [10, Number(frame.readBigUInt64BE(2))];
  expect(frame.length).toBe(offset + length);
  return { opcode: frame.readUInt8(0) & 0x0f, payload: frame.subarray(offset) };
}

test.each([0, 1, 40, 110, 65_400, 65_536, 200_000])('a text frame of about %i bytes is whole', (length) => {
  const text = 'ü'.repeat(length / 2);
  const { opcode, payload } = unframe(encodeMessage(null, '1', 'event:1', 'changed', { text }));
  expect(opcode).toBe(1);
  expect(JSON.parse(payload.toString())).toEqual([null, '1', 'event:1', 'changed', { text }]);
});

test('a binary broadcast is what the stock client decodes', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.string({ maxLength: 60 }),
      fc.uint8Array({ maxLength: 70_000, size: 'max' }),
      (topic, event, data) => {
        const frame = encodeBinaryBroadcast(topic, event, data);
        const { opcode, payload } = unframe(frame);
        expect(opcode).toBe(2);
        expect(isFrame(frame)).toBe(true);
        const bytes = new Uint8Array(payload).buffer;
        Serializer.decode(bytes, (message) => {
          expect(message).toMatchObject({ topic, event });
          expect(Buffer.from(message.payload).equals(data)).toBe(true);
        });
      },
    ),
    { numRuns: 50 },
  );
});

test('names too long for a binary frame are refused', () => {
  expect(() => encodeBinaryBroadcast('x'.repeat(256), 'moved', new Uint8Array())).toThrow(RangeError);
});

test('what the stock client sends is understood', () => {
  const message = { join_ref: '4', ref: '5', topic: 'chat:1', event: 'phx_join', payload: { last_seq: 9 } };
  Serializer.encode(message, (text) => {
    const { join_ref: joinRef, ...rest } = message;
    expect(parseClientMessage(text)).toEqual({ joinRef, ...rest });
  });
});

test('no text at all makes the parser throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(parseClientMessage(text)).toSatisfy(
        (message) => message === null || typeof message === 'object',
      );
    }),
  );
});

test('a message nested beyond 32 levels is no message', () => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 2)}${']'.repeat(depth - 2)}}`;
  const message = (depth: number) => `[null,"1","user:x","push",${nested(depth)}]`;
  expect(parseClientMessage(message(32))).not.toBeNull();
  expect(parseClientMessage(message(33))).toBeNull();
  expect(parseClientMessage(message(30_000))).toBeNull();
});
