import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MoreButton } from './more-button.tsx';

const idle = { isFetching: false, isFetchingNextPage: false, isFetchNextPageError: false };
const shown = (state: Partial<typeof idle>) => {
  const query = { ...idle, ...state, fetchNextPage: async () => {} };
  const props = { query, busyLabel: 'Loading events...', children: 'Show more events' };
  return renderToStaticMarkup(createElement(MoreButton, props));
};

test('ERR-02 a next page that could not be loaded is said below the button that asks for it again', () => {
  expect(shown({})).not.toContain('role="alert"');
  expect(shown({ isFetchNextPageError: true })).toMatch(
    /Show more events.*<\/button><div[^>]*role="alert".*Could not load/,
  );
});

test('ERR-02 while it is asked for again nothing is said, so that another failure is read out again', () => {
  const retrying = { isFetching: true, isFetchingNextPage: true, isFetchNextPageError: true };
  expect(shown(retrying)).not.toContain('role="alert"');
  expect(shown(retrying)).toContain('Loading events...');
});
