type State = { hasNextPage: boolean; isFetching: boolean; isFetchNextPageError: boolean };

/** Whether the next page may be read unasked. Not during another read: that would be ended, and what it was to bring up to date
 * would stay as it was. Not after a failure: it would ask again without end, so the person decides. */
export const mayReadOn = ({ hasNextPage, isFetching, isFetchNextPageError }: State): boolean =>
  hasNextPage && !isFetching && !isFetchNextPageError;
