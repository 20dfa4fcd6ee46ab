import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { useSuggestions } from './use-suggestions.ts';

type Field = ReturnType<typeof useSuggestions>['field'];
type Press = Parameters<Field['onKeyDown']>[0];

/** The field of a list with one suggestion. */
function renderField() {
  const choose = vi.fn<() => void>();
  const fields: Field[] = [];
  function Place() {
    fields.push(useSuggestions([{ key: 'gorey', choose }]).field);
    return null;
  }
  renderToString(createElement(Place));
  const press = (key: string, keyCode: number) => {
    const preventDefault = vi.fn<() => void>();
    const nativeEvent = { isComposing: false, keyCode } as KeyboardEvent;
    fields[0]?.onKeyDown({ key, nativeEvent, preventDefault } as Partial<Press> as Press);
    return preventDefault.mock.calls.length > 0;
  };
  return { choose, press };
}

test('LOC-05 Enter chooses the marked place', () => {
  const { choose, press } = renderField();
  expect(press('Enter', 13)).toBe(true);
  expect(choose).toHaveBeenCalledOnce();
});

test('LOC-05 while characters are composed the keys are those of the input method', () => {
  const { choose, press } = renderField();
  expect(['Enter', 'ArrowDown', 'Escape'].map((key) => press(key, 229))).toEqual([false, false, false]);
  expect(choose).not.toHaveBeenCalled();
});
