import { describe, expect, test } from 'vitest';
import { chatTag, isOutdated } from './push.ts';

const [before, then, after] = ['2026-06-20T09:00:00Z', '2026-06-20T09:00:01Z', '2026-06-20T09:00:02Z'];
const shown = (tag: string, at?: string) => ({ tag, data: { path: '/', ...(at && { at }) } });
const lists = { keep: ['unread'], read_chats: [7] };

describe('PUSH-05', () => {
  test('read news is removed from a device; unread news and chats stay', () => {
    const isGone = (tag: string) => isOutdated(shown(tag, before), { ...lists, as_of: then });
    expect(['read', 'unread', chatTag(7), chatTag(8)].map(isGone)).toEqual([true, false, true, false]);
    expect(isOutdated(shown('read'), { ...lists, as_of: then })).toBe(true);
    expect(isOutdated({ tag: 'read', data: null }, lists)).toBe(true);
  });

  test('a message that arrives late clears nothing that has come since', () => {
    for (const tag of ['read', chatTag(7)]) {
      const isGone = (at: string) => isOutdated(shown(tag, at), { ...lists, as_of: then });
      expect([before, then, after].map(isGone)).toEqual([true, false, false]);
    }
  });

  test('unread news older than the listed ones stays where not all is listed', () => {
    const isGone = (at?: string) => isOutdated(shown('read', at), { ...lists, keep_until: then });
    expect([before, then, after].map(isGone)).toEqual([false, false, true]);
    expect(isGone()).toBe(false);
    expect(isOutdated(shown(chatTag(7), before), { ...lists, keep_until: then })).toBe(true);
  });
});
