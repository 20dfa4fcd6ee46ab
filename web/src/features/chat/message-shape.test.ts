import { expect, test } from 'vitest';
import { beginningLength, directionOf, isOnlyEmoji, isTall } from './message-shape.ts';

test('CHAT-02 a text reads the way of its first letter', () => {
  expect(['مرحبا', '12: שלום', '🎉 مرحبا abc'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl']);
  expect(['abc مرحبا', '12', '', 'über'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr', 'ltr']);
});

test('CHAT-02 a few emoji alone are distinguished from words and numbers', () => {
  expect(['🎉', '👩‍👩‍👧‍👦 🇯🇪', '❤️', '👍🏽👍🏽👍🏽', '1️⃣'].map(isOnlyEmoji)).toEqual(Array(5).fill(true));
  expect(['', 'ok', '12', '🎉 tonight', '*', '🎉'.repeat(7)].map(isOnlyEmoji)).toEqual(Array(6).fill(false));
});

test('CHAT-02 a message of many lines or many words is tall', () => {
  expect(['\n'.repeat(20), 'a'.repeat(701), '\n'.repeat(3_999)].map(isTall)).toEqual([true, true, true]);
  expect(['', 'Hi', '\n'.repeat(19), 'a '.repeat(350)].map(isTall)).toEqual(Array(4).fill(false));
});

test('CHAT-02 of a tall message no more is drawn at first than is in sight', () => {
  expect(
    ['a'.repeat(4_000), '\n'.repeat(4_000), `${'a'.repeat(300)}\n`.repeat(13)].map(beginningLength),
  ).toEqual([1_200, 19, 1_200]);
});
